// The state of the page.

/**
 * Whether somebody has typed since the page was shown, its path, and what its form lacks by the server's last answer (the id
 * of an input, and a sentence).
 */
export const state = { hasChanges: false, path: location.pathname, missing: /** @type {[string, string][] | null} */ (null) };
