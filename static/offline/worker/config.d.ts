/** What the server writes before the worker's script, see `web/offline/views.py`. */
declare const CONFIG: {
  /** Changes whenever any page or file may have changed. */
  version: string;
  /** The path of the app: `/`. */
  home: string;
  /** Addresses of style sheets, scripts and pictures, and of the public pages that are stored. */
  files: string[];
  pages: string[];
  /** The address of the page that is shown for those that are not stored. */
  notStored: string;
  /** The address of the list of sheets that are to be stored, by club. */
  sheets: string;
  /** The notice on a stored sheet, with `{at}` for its time, and the address of the module that removes it. */
  notice: string;
  script: string;
};
