// The outbox: forms that were sent and not yet saved, stored on the phone as parcels until the server has answered.

import { storage } from "../support/dom.js";

/** The parcels of this page only, if the phone stores nothing. @type {Map<string, Parcel>} */
const unstored = new Map();

export const outbox = {
  /** Return all parcels that were not delivered, the oldest first. */
  all() {
    const found = new Map(unstored);
    try {
      for (const key of Object.keys(localStorage)) {
        const parcel = key.startsWith("pending:") && storage.get(key);
        if (parcel?.action) found.set(key, { ...parcel, key });
      }
    } catch { /* no access to storage: only those of this page */ }
    return [...found.values()].sort((one, other) => (one.at || 0) - (other.at || 0));
  },
  /**
   * Store a parcel.
   * @param {Parcel} parcel
   */
  put(parcel) {
    storage.set(parcel.key, parcel);
    if (storage.get(parcel.key)) unstored.delete(parcel.key); else unstored.set(parcel.key, parcel);
  },
  /**
   * Delete a parcel that is done.
   * @param {Parcel} parcel
   */
  drop(parcel) { storage.drop(parcel.key); unstored.delete(parcel.key); },
};

/** Return the parcels to send, fewest tries first, so that no save waits for one that fails again and again. */
export function unsentParcels() { return outbox.all().filter((parcel) => !parcel.told).sort((one, other) => (one.tries || 0) - (other.tries || 0)); }

/**
 * Delete the refused parcels of a form.
 * @param {string | undefined} key the form's `data-keep`
 * @param {number} status only those with this status; 0: all
 */
export function dropRefusedParcels(key, status = 0) {
  for (const parcel of outbox.all()) if (parcel.told && parcel.keep && parcel.keep === key && (!status || parcel.told.status === status)) outbox.drop(parcel);
}

/**
 * Return the path of the play that a page is about.
 * @param {string} path
 */
export function playOf(path) { return path.replace(/(\/plays\/[^/]+)\/.*/, "$1"); }
