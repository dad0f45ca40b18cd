// The finger on the screen. What moves under it loses its tap, so changes of the page wait until it is released.

/** Whether this device is used with fingers. */
export const isTouch = matchMedia("(pointer: coarse)").matches;

const DOUBLE_TAP = 400; // milliseconds within which a second tap follows the first

const finger = { isDown: false, x: 0, y: 0, at: -DOUBLE_TAP, timer: 0, waiting: /** @type {((calm?: unknown) => void)[]} */ ([]) };

/** Wait until no finger touches the page. */
export function untilReleased() { return new Promise((go) => { if (finger.isDown) finger.waiting.push(go); else go(null); }); }

/** Run what waits for the end of a touch. */
function releaseFinger() { finger.isDown = false; clearTimeout(finger.timer); for (const go of finger.waiting.splice(0)) go(); }

/** Ignore the second tap of a double tap on what has just come under the finger, such as Redo in the place of Undo. */
export function ignoreDoubleTap() {
  const wait = finger.at + DOUBLE_TAP - performance.now(), under = /** @type {HTMLElement | null | undefined} */ (document.elementFromPoint(finger.x, finger.y)?.closest("a, button, input, label, summary"));
  if (wait <= 0 || !under) return;
  under.inert = true;
  setTimeout(() => { under.inert = false; }, wait);
}

document.addEventListener("pointerdown", ({ clientX, clientY }) => { Object.assign(finger, { isDown: true, x: clientX, y: clientY, at: performance.now() }); clearTimeout(finger.timer); }, true);
for (const end of ["pointerup", "pointercancel"]) document.addEventListener(end, () => { clearTimeout(finger.timer); finger.timer = setTimeout(releaseFinger, 300); }, true); // the click of this touch can come later
document.addEventListener("click", () => setTimeout(releaseFinger), true);
