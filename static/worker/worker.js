// What this phone can read without a network: rules and questions of all games, and the sheets of open games of clubs that
// it is in. Every page is asked of the network first. The server writes ``KEPT`` before this, see web/offline/views.py.

const worker = /** @type {ServiceWorkerGlobalScope} */ (/** @type {unknown} */ (self));
const PUBLIC = `companion ${KEPT.version} public`, OF_CLUB = `companion ${KEPT.version} club `, AT = "Kept-At", MARK = "Kept-Mark";
const SEVEN_DAYS = 7 * 24 * 3600 * 1000, PATIENCE = 8000, GATEWAY = [502, 504];

worker.addEventListener("install", (event) => event.waitUntil(begin()));
worker.addEventListener("activate", (event) => event.waitUntil(takeOver()));
worker.addEventListener("message", (event) => { if (event.data === "look") event.waitUntil(lookAround()); });
worker.addEventListener("fetch", (event) => {
  const { request } = event, { origin, pathname } = new URL(request.url), club = clubOf(pathname);
  if (origin !== worker.location.origin) return;
  if (request.method === "POST") { if (club && request.headers.get("Sent-By") === "page") event.respondWith(sendForm(event, club)); return; }
  if (request.method !== "GET") return;
  if (KEPT.files.includes(pathname)) event.respondWith(file(request));
  else if (club && isAsked(request, club)) event.respondWith(ofClub(event, club));
  else if (request.mode === "navigate") event.respondWith(inTime(fetch(request), () => storedAnswer(PUBLIC, request.url)).catch(notStoredPage));
});

/** Style, script and pictures, before any page needs them without a network. */
async function begin() {
  const store = await caches.open(PUBLIC);
  await store.addAll([...KEPT.files, KEPT.apart]);
  await worker.skipWaiting();
}

/** What another version has kept is let go: its pages and its script belong together, and are there no more. */
async function takeOver() {
  for (const name of await caches.keys()) if (name.startsWith("companion ") && !name.startsWith(`companion ${KEPT.version} `)) await caches.delete(name);
  await worker.clients.claim();
}

// ---- what is kept -----------------------------------------------------------------------------------------------

/** Let go of clubs that this phone is not in any more and of games that are over; keep what is missing or has changed. */
async function lookAround() {
  await worker.clients.claim(); // a page that was on its way when this took over
  const answer = await fetch(KEPT.list, { cache: "no-store" });
  if (!answer.ok) return;
  /** @type {Record<string, Record<string, string>>} */
  const clubs = await answer.json();
  for (const name of await caches.keys()) if (name.startsWith(OF_CLUB) && !(name.slice(OF_CLUB.length) in clubs)) await caches.delete(name);
  for (const [club, plays] of Object.entries(clubs)) {
    const store = await contact(club);
    for (const request of await store.keys()) if (isSheet(new URL(request.url).pathname) && !(new URL(request.url).pathname in plays)) await store.delete(request);
    for (const [path, mark] of Object.entries(plays)) {
      const before = await store.match(path);
      if (before?.headers.get(MARK) !== mark) await note(await fetch(path), club, new URL(path, worker.location.origin));
    }
  }
  const store = await caches.open(PUBLIC);
  for (const page of KEPT.pages) {
    if (await store.match(page)) continue;
    const found = await fetch(page);
    if (found.ok) await store.put(page, found);
  }
}

/**
 * The store of a club that has just answered this phone.
 * @param {string} club
 */
async function contact(club) {
  const store = await caches.open(OF_CLUB + club);
  await store.put(club, new Response(String(Date.now())));
  return store;
}

/**
 * What a club has answered: a sheet of an open game is kept, and who is not let in loses all of them.
 * @param {Response} answer
 * @param {string} club
 * @param {URL} url
 */
async function note(answer, club, { pathname, search }) {
  if (answer.status === 404) await caches.delete(OF_CLUB + club);
  if (!answer.ok) return;
  const store = await contact(club);
  if (!isSheet(pathname) || (search && !search.startsWith("?done="))) return;
  const text = await answer.text(), mark = / data-mark="([^"]*)"/.exec(text);
  if (!mark || !text.includes(" data-awake")) { await store.delete(pathname); return; } // over, or no sheet
  const headers = new Headers(answer.headers);
  headers.delete("Content-Encoding");
  headers.delete("Content-Length");
  headers.set(MARK, mark[1]);
  headers.set(AT, String(Date.now()));
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
async function storeOf(club) {
  const last = await storedAnswer(OF_CLUB + club, club), age = last ? Date.now() - Number(await last.text()) : 0;
  if (last && age >= 0 && age < SEVEN_DAYS) return caches.open(OF_CLUB + club);
  await caches.delete(OF_CLUB + club);
  return undefined;
}

// ---- what is answered -------------------------------------------------------------------------------------------

/**
 * The answer of the network; what is kept, where it has none, or none in time.
 * @param {Promise<Response>} network
 * @param {() => Promise<Response | undefined>} find
 */
async function inTime(network, find) {
  const late = new Promise((go) => { setTimeout(() => find().then((found) => { if (found) go(found); }), PATIENCE); });
  const there = network.then((answer) => { if (GATEWAY.includes(answer.status)) throw new Error("the app is away"); return answer; });
  there.catch(() => {}); // it may fail after what is kept was shown
  try { return /** @type {Response} */ (await Promise.race([there, late])); } catch (fault) {
    const found = await find();
    if (found) return found;
    throw fault;
  }
}

/**
 * A page or a question of a club.
 * @param {FetchEvent} event
 * @param {string} club
 */
function ofClub(event, club) {
  const { request } = event, url = new URL(request.url), asked = fetch(request);
  event.waitUntil(asked.then((answer) => note(answer.clone(), club, url)).catch(() => {}));
  return request.mode === "navigate" ? inTime(asked, () => keptSheet(club, url.pathname)).catch(notStoredPage) : asked;
}

/**
 * Send the form of a page; the sheet to which it leads is stored like one that was opened.
 * @param {FetchEvent} event
 * @param {string} club
 */
function sendForm(event, club) {
  const asked = fetch(event.request);
  event.waitUntil(asked.then((answer) => note(answer.clone(), club, new URL(answer.url))).catch(() => {}));
  return asked;
}

/**
 * Style, script or a picture: its address is new whenever it is.
 * @param {Request} request
 */
async function file(request) { return (await storedAnswer(PUBLIC, new URL(request.url).pathname)) || fetch(request); }

/**
 * A sheet as it stood, which says so. What is sent from it is a save of its own: its forms were sent before, perhaps.
 * @param {string} club
 * @param {string} path
 */
async function keptSheet(club, path) {
  const found = isSheet(path) ? await (await storeOf(club))?.match(path) : undefined;
  if (!found) return undefined;
  const said = KEPT.notice.replace("{at}", () => clock(found)), script = `<script type="module" src="${KEPT.script}"></script></head>`;
  const text = (await found.text())
    .replace(/(name="client_id" value=")[^"]*/g, (_, start) => start + [...crypto.getRandomValues(new Uint8Array(9))].map((byte) => byte.toString(36)).join(""))
    .replace(/<main id="main"[^>]*>/, (main) => main + said)
    .replace("</head>", () => script);
  return new Response(text, { headers: found.headers });
}

/** Return the page that stands in for those that are not stored; it lists the stored sheets. */
async function notStoredPage() {
  const page = await storedAnswer(PUBLIC, KEPT.apart), lines = /** @type {string[]} */ ([]);
  if (!page) return Response.error();
  for (const name of await caches.keys()) {
    const store = name.startsWith(OF_CLUB) ? await storeOf(name.slice(OF_CLUB.length)) : undefined;
    for (const request of store ? await store.keys() : []) {
      const sheet = await store?.match(request), path = new URL(request.url).pathname;
      if (!sheet || !isSheet(path)) continue;
      const title = /<title>([^<]*)<\/title>/.exec(await sheet.text());
      lines.push(`<li><a class="line" href="${path}"><span class="grow"><strong><bdi>${title ? title[1] : ""}</bdi></strong></span><span class="beside">${clock(sheet)}</span></a></li>`);
    }
  }
  const text = (await page.text()).replace("<!--kept-->", () => lines.join(""));
  return new Response(text, { headers: page.headers });
}

/**
 * When a sheet was kept, by this phone's clock.
 * @param {Response} sheet
 */
function clock(sheet) { return new Date(Number(sheet.headers.get(AT))).toLocaleString([], { weekday: "short", hour: "2-digit", minute: "2-digit" }).replace(/[<&]/g, ""); }

/**
 * The address of the club that an address belongs to; empty: of none.
 * @param {string} path
 */
function clubOf(path) { return path.startsWith(KEPT.home + "clubs/") ? KEPT.home + path.slice(KEPT.home.length).split("/", 2).join("/") : ""; }

/**
 * Whether an address is that of a sheet.
 * @param {string} path
 */
function isSheet(path) { return /\/clubs\/[^/]+\/plays\/(?!new$)[^/]+$/.test(path); }

/**
 * Whether something is a page of a club, its sheet or whether it still stands: no picture, no file.
 * @param {Request} request
 * @param {string} club
 */
function isAsked(request, club) { const { pathname } = new URL(request.url); return request.mode === "navigate" || isSheet(pathname) || (pathname.startsWith(club) && pathname.endsWith("/state")); }
