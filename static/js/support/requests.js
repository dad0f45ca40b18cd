// Requests.

const TIME_LIMIT = 20000; // milliseconds

/**
 * Request an address, and give up after a while: on a network that is lost, a request can hang for minutes.
 * @param {string} address
 * @param {RequestInit} options
 */
export function fetchInTime(address, options = {}) {
  const request = new AbortController();
  setTimeout(() => request.abort(), TIME_LIMIT);
  return fetch(address, { ...options, signal: request.signal });
}
