// The service worker: it stores what this phone can read without a network (rules and questions of all games, and the sheets
// of open games of its clubs). Every page is requested from the network first. The server writes ``CONFIG`` before this
// script, see web/offline/views.py.

const { version, home, files, pages, notStored, sheets, notice, script } = CONFIG;
const worker = /** @type {ServiceWorkerGlobalScope} */ (/** @type {unknown} */ (self));
/** The names of the caches: one for public pages and files, and one for each club (followed by its path). */
const PUBLIC = `companion ${version} public`, OF_CLUB = `companion ${version} club `;
/** The headers of a stored sheet: when it was stored, and its mark. */
const STORED_AT = "Kept-At", MARK = "Kept-Mark";
const SEVEN_DAYS = 7 * 24 * 3600 * 1000, PATIENCE = 8000, GATEWAY_ERRORS = [502, 504];

worker.addEventListener("install", (event) => event.waitUntil(install()));
worker.addEventListener("activate", (event) => event.waitUntil(activate()));
worker.addEventListener("message", (event) => { if (event.data === "look") event.waitUntil(updateStores()); });
worker.addEventListener("fetch", (event) => {
  const { request } = event, { origin, pathname } = new URL(request.url), club = clubOf(pathname);
  if (origin !== worker.location.origin) return;
  if (request.method === "POST") { if (club && request.headers.get("Sent-By") === "page") event.respondWith(sendForm(event, club)); return; }
  if (request.method !== "GET") return;
  if (files.includes(pathname)) event.respondWith(storedFile(request));
  else if (club && isForPage(request, club)) event.respondWith(answerForClub(event, club));
  else if (request.mode === "navigate") event.respondWith(networkFirst(fetch(request), () => storedAnswer(PUBLIC, request.url)).catch(notStoredPage));
});

/** Store style sheets, scripts and pictures, before any page needs them without a network. */
async function install() {
  const store = await caches.open(PUBLIC);
  await store.addAll([...files, notStored]);
  await worker.skipWaiting();
}

/** Delete what other versions have stored: their pages need their scripts, which the server no longer has. */
async function activate() {
  for (const name of await caches.keys()) if (name.startsWith("companion ") && !name.startsWith(`companion ${version} `)) await caches.delete(name);
  await worker.clients.claim();
}

// ---- storing ------------------------------------------------------------------------------------------------------

/** Delete clubs that this phone is no longer in and games that are over; store what is missing or has changed. */
async function updateStores() {
  await worker.clients.claim(); // pages that were loading when this worker became active
  const answer = await fetch(sheets, { cache: "no-store" });
  if (!answer.ok) return;
  /** @type {Record<string, Record<string, string>>} */
  const clubs = await answer.json();
  for (const name of await caches.keys()) if (name.startsWith(OF_CLUB) && !(name.slice(OF_CLUB.length) in clubs)) await caches.delete(name);
  for (const [club, plays] of Object.entries(clubs)) {
    const store = await openStore(club);
    for (const request of await store.keys()) if (isSheet(new URL(request.url).pathname) && !(new URL(request.url).pathname in plays)) await store.delete(request);
    for (const [path, mark] of Object.entries(plays)) {
      const before = await store.match(path);
      if (before?.headers.get(MARK) !== mark) await storeAnswer(await fetch(path), club, new URL(path, worker.location.origin));
    }
  }
  const store = await caches.open(PUBLIC);
  for (const page of pages) {
    if (await store.match(page)) continue;
    const found = await fetch(page);
    if (found.ok) await store.put(page, found);
  }
}

/**
 * Open the store of a club that has just answered this phone, and note the time.
 * @param {string} club
 */
async function openStore(club) {
  const store = await caches.open(OF_CLUB + club);
  await store.put(club, new Response(String(Date.now())));
  return store;
}

/**
 * Store what a club has answered if it is the sheet of an open game. Delete the sheet if the game is over, and all of
 * the club if it answers 404, as it does to a phone that is not in it.
 * @param {Response} answer
 * @param {string} club
 * @param {URL} url
 */
async function storeAnswer(answer, club, { pathname, search }) {
  if (answer.status === 404) await caches.delete(OF_CLUB + club);
  if (!answer.ok) return;
  const store = await openStore(club);
  if (!isSheet(pathname) || (search && !search.startsWith("?done="))) return;
  const text = await answer.text(), mark = / data-mark="([^"]*)"/.exec(text);
  if (!mark || !text.includes(" data-awake")) { await store.delete(pathname); return; } // the game is over, or this is no sheet
  const headers = new Headers(answer.headers);
  headers.delete("Content-Encoding");
  headers.delete("Content-Length");
  headers.set(MARK, mark[1]);
  headers.set(STORED_AT, String(Date.now()));
  await store.put(pathname, new Response(text, { headers }));
}

/**
 * Return the stored answer for an address; undefined if there is none.
 * @param {string} name
 * @param {string} path
 */
async function storedAnswer(name, path) { return caches.match(path, { cacheName: name, ignoreVary: true }); }

/**
 * Return the store of a club that has answered within the last seven days; undefined if there is none.
 * @param {string} club
 */
async function recentStore(club) {
  const last = await storedAnswer(OF_CLUB + club, club), age = last ? Date.now() - Number(await last.text()) : 0;
  if (last && age >= 0 && age < SEVEN_DAYS) return caches.open(OF_CLUB + club);
  await caches.delete(OF_CLUB + club);
  return undefined;
}

// ---- answering ----------------------------------------------------------------------------------------------------

/**
 * Return the answer of the network, or what is stored if there is none in time.
 * @param {Promise<Response>} network
 * @param {() => Promise<Response | undefined>} find
 */
async function networkFirst(network, find) {
  const late = new Promise((go) => { setTimeout(() => find().then((found) => { if (found) go(found); }), PATIENCE); });
  const there = network.then((answer) => { if (GATEWAY_ERRORS.includes(answer.status)) throw new Error("the app does not answer"); return answer; });
  there.catch(() => {}); // it may fail after the stored page was shown
  try { return /** @type {Response} */ (await Promise.race([there, late])); } catch (fault) {
    const found = await find();
    if (found) return found;
    throw fault;
  }
}

/**
 * Return a page of a club, or the answer to a poll, and store it.
 * @param {FetchEvent} event
 * @param {string} club
 */
function answerForClub(event, club) {
  const { request } = event, url = new URL(request.url), asked = fetch(request);
  event.waitUntil(asked.then((answer) => storeAnswer(answer.clone(), club, url)).catch(() => {}));
  return request.mode === "navigate" ? networkFirst(asked, () => storedPage(club, url.pathname)).catch(notStoredPage) : asked;
}

/**
 * Send the form of a page; the sheet to which it leads is stored like one that was opened.
 * @param {FetchEvent} event
 * @param {string} club
 */
function sendForm(event, club) {
  const asked = fetch(event.request);
  event.waitUntil(asked.then((answer) => storeAnswer(answer.clone(), club, new URL(answer.url))).catch(() => {}));
  return asked;
}

/**
 * Return a style sheet, a script or a picture. Its address changes with its content.
 * @param {Request} request
 */
async function storedFile(request) { return (await storedAnswer(PUBLIC, new URL(request.url).pathname)) || fetch(request); }

/**
 * Return what is stored for a page of a club: a sheet, or the public page of the same rules.
 * @param {string} club
 * @param {string} path
 */
async function storedPage(club, path) { return await storedSheet(club, path) || storedAnswer(PUBLIC, home + path.slice(club.length + 1)); }

/**
 * Return a stored sheet, with a notice. Its forms get new ids, since the stored ones may have been sent already.
 * @param {string} club
 * @param {string} path
 */
async function storedSheet(club, path) {
  const found = isSheet(path) ? await (await recentStore(club))?.match(path) : undefined;
  if (!found) return undefined;
  const shown = notice.replace("{at}", () => storedTime(found));
  const text = (await found.text())
    .replace(/(name="client_id" value=")[^"]*/g, (_, start) => start + [...crypto.getRandomValues(new Uint8Array(9))].map((byte) => byte.toString(36)).join(""))
    .replace(/<main id="main"[^>]*>/, (main) => main + shown)
    .replace("</head>", () => `<script type="module" src="${script}"></script></head>`);
  return new Response(text, { headers: found.headers });
}

/** Return the page that stands in for those that are not stored; it lists the stored sheets. */
async function notStoredPage() {
  const page = await storedAnswer(PUBLIC, notStored), lines = /** @type {string[]} */ ([]);
  if (!page) return Response.error();
  for (const name of await caches.keys()) {
    const store = name.startsWith(OF_CLUB) ? await recentStore(name.slice(OF_CLUB.length)) : undefined;
    for (const request of store ? await store.keys() : []) {
      const sheet = await store?.match(request), path = new URL(request.url).pathname;
      if (!sheet || !isSheet(path)) continue;
      const title = /<title>([^<]*)<\/title>/.exec(await sheet.text());
      lines.push(`<li><a class="line" href="${path}"><span class="grow"><strong><bdi>${title ? title[1] : ""}</bdi></strong></span><span class="beside">${storedTime(sheet)}</span></a></li>`);
    }
  }
  const text = (await page.text()).replace("<!--kept-->", () => lines.join(""));
  return new Response(text, { headers: page.headers });
}

/**
 * Return when a sheet was stored, by this phone's clock.
 * @param {Response} sheet
 */
function storedTime(sheet) { return new Date(Number(sheet.headers.get(STORED_AT))).toLocaleString([], { weekday: "short", hour: "2-digit", minute: "2-digit" }).replace(/[<&]/g, ""); }

/**
 * Return the path of the club that a page belongs to; empty if it belongs to none.
 * @param {string} path
 */
function clubOf(path) { return path.startsWith(home + "clubs/") ? home + path.slice(home.length).split("/", 2).join("/") : ""; }

/**
 * Return whether a path is that of a sheet.
 * @param {string} path
 */
function isSheet(path) { return /\/clubs\/[^/]+\/plays\/(?!new$)[^/]+$/.test(path); }

/**
 * Return whether a request is for a page of a club or for a poll, not for a picture or a file.
 * @param {Request} request
 * @param {string} club
 */
function isForPage(request, club) { const { pathname } = new URL(request.url); return request.mode === "navigate" || isSheet(pathname) || (pathname.startsWith(club) && pathname.endsWith("/state")); }
