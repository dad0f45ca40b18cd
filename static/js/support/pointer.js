// The finger on the screen. What moves under it loses its tap, so changes of the page wait until it is released.

/** Whether this device is used with fingers. */
export const isTouch = matchMedia("(pointer: coarse)").matches;

const finger = { isDown: false, timer: 0, waiting: /** @type {((calm?: unknown) => void)[]} */ ([]) };

/** Wait until no finger touches the page. */
export function untilReleased() { return new Promise((go) => { if (finger.isDown) finger.waiting.push(go); else go(null); }); }

/** Run what waits for the end of a touch. */
function releaseFinger() { finger.isDown = false; clearTimeout(finger.timer); for (const go of finger.waiting.splice(0)) go(); }

document.addEventListener("pointerdown", () => { finger.isDown = true; clearTimeout(finger.timer); }, true);
for (const end of ["pointerup", "pointercancel"]) document.addEventListener(end, () => { clearTimeout(finger.timer); finger.timer = setTimeout(releaseFinger, 300); }, true); // its click can come later
document.addEventListener("click", () => setTimeout(releaseFinger), true);
