/** What the server writes before the worker's script, see `web/offline/views.py`. */
declare const KEPT: {
  /** Another one whenever any page or file may be. */
  version: string;
  /** Where the app begins: `/`. */
  home: string;
  /** Addresses of style, script and pictures, and of the public pages that are kept. */
  files: string[];
  pages: string[];
  /** The address of the page for whatever is not kept, and of what tells which sheets are to be. */
  apart: string;
  list: string;
  /** What a sheet says that was kept, `{at}` for when, and the module that takes that away. */
  notice: string;
  script: string;
};
