// The phone: its home screen, the start screen of the app in front, and what the wings draw over it.
import { $ } from "/lab/assets/drawing.js";
import { drawHome, drawIcon } from "/lab/assets/home.js";

let send = () => {};

export function setUpPhone(sender) {
  send = sender;
  $("home-button").onclick = () => send("device.home");
}

/** Draws a state; each wing draws its part of the screen, or takes it away when it has none. */
export const drawPhone = (state, wings) => keepingFocus(() => {
  const { device } = state;
  $("home").hidden = Boolean(device.app);
  $("start").hidden = !device.app;
  $("home-button").disabled = !device.app;
  drawHome(device, send);
  if (device.app) {
    $("start-name").textContent = device.app.name;
    drawIcon($("start-icon"), device.app);
  }
  const now = new Date(Date.now() + device.clockAheadSeconds * 1000);
  $("clock").textContent = now.toLocaleTimeString([], { hour: "2-digit", minute: "2-digit", hour12: false });
  for (const { script, id } of wings) if (script.drawScreen) script.drawScreen(state[id], state);
});

// The element with the keyboard focus may disappear with a step: a page with its frame, a button with its screen. The
// phone keeps the focus, and gives it to the next page.
export function keepingFocus(work) {
  const [phone, frames] = [$("phone"), $("frames")];
  const old = frames.firstElementChild;
  const hadFocus = phone.contains(document.activeElement);
  work();
  if (!hadFocus) return;
  const { activeElement } = document;
  const frame = frames.firstElementChild;
  const isThere = phone.contains(activeElement) && activeElement.getClientRects().length > 0 && !activeElement.disabled;
  if (isThere && (activeElement !== phone || frame === old)) return;
  (frame || phone).focus({ preventScroll: true });
}
