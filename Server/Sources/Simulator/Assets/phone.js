// The phone's screen: draws its home screen, the app in front and that app's hub, and sends the reports of the page in
// its frame.
import { $ } from "/lab/assets/drawing.js";
import { drawHome, drawIcon } from "/lab/assets/home.js";

const contentOrigin = document.documentElement.dataset.contentOrigin;
let shownVisit = null;   // which page visit the frame holds
let restored = null;     // the visit whose frame was put back after it tried to leave
let lastState = null;
let send = () => {};

export function setUpPhone(sender) {
  send = sender;
  const buttons = {
    "open-again": ["hub.presentAgain"], close: ["hub.dismiss"], "status-close": ["hub.dismiss"], back: ["hub.back"],
    forward: ["hub.forward"], stay: ["hub.answer", { leaves: false }], leave: ["hub.answer", { leaves: true }],
    "home-button": ["device.home"],
  };
  for (const [id, command] of Object.entries(buttons)) $(id).onclick = () => send(...command);
}

export function clearPhone() {
  shownVisit = null;
  $("frames").replaceChildren();
}

export const drawPhone = (state) => keepingFocus(() => {
  lastState = state;
  const { device, hub } = state;
  const phone = $("phone");
  phone.dataset.scheme = hub ? (hub.controls ? hub.controls.scheme : hub.scheme) : "dark";
  phone.dataset.embedded = String(Boolean(hub && hub.controls && !hub.controls.showsChrome));
  $("home").hidden = Boolean(device.app);
  $("start").hidden = !hub || hub.isDisplaying;
  $("hub").hidden = !hub || !hub.isDisplaying;
  $("home-button").disabled = !device.app;
  drawHome(device, send);
  if (device.app) {
    $("start-name").textContent = device.app.name;
    drawIcon($("start-icon"), device.app);
  }
  $("open-again").hidden = !hub || !hub.canPresentAgain;
  if (hub && hub.controls) {
    $("back").disabled = !hub.controls.canGoBack;
    $("forward").disabled = !hub.controls.canGoForward;
    $("title").textContent = hub.controls.title;
    $("logo").hidden = !hub.controls.showsLogo;
  }
  drawStatus(hub && hub.status);
  drawPage(state);
  drawQuestion(hub && hub.question);
  const opened = hub && hub.opened ? `Opened in the browser: ${hub.opened}` : "";
  $("opened").hidden = !opened;
  if ($("opened").textContent !== opened) $("opened").textContent = opened;
  const now = new Date(Date.now() + device.clockAheadSeconds * 1000);
  $("clock").textContent = now.toLocaleTimeString([], { hour: "2-digit", minute: "2-digit", hour12: false });
});

// The element with the keyboard focus may disappear with a step: a page with its frame, a button with its screen. The
// phone keeps the focus, and gives it to the next page.
function keepingFocus(work) {
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

function drawStatus(status) {
  $("status").hidden = !status;
  if (!status) return;
  if ($("status-text").textContent !== status.message) $("status-text").textContent = status.message;
  const progress = $("status-progress");
  progress.hidden = status.kind === "failed";
  if (status.fraction === null || status.fraction === undefined) progress.removeAttribute("value"); else progress.value = status.fraction;
}

function drawPage({ device, hub }) {
  if (!hub || !hub.page || !hub.isDisplaying) return clearPhone();
  const { page } = hub;
  const key = `${hub.token}/${hub.process}/${page.visit}`;
  const theme = hub.controls ? hub.controls.scheme : hub.scheme;
  const held = $("frames").firstElementChild;
  if (shownVisit === key) {
    if (held && held.dataset.theme !== theme) {
      held.dataset.theme = theme;
      held.contentWindow.postMessage({ theme }, "*");
    }
    return;
  }
  shownVisit = key;
  const frame = document.createElement("iframe");
  frame.title = page.title || page.type;
  frame.dataset.theme = theme;
  frame.dataset.uri = page.uri;
  frame.dataset.app = device.app.id;
  frame.setAttribute("sandbox", "allow-scripts");
  frame.referrerPolicy = "no-referrer";
  frame.src = `${contentOrigin}/${hub.token}/${page.path}?visit=${page.visit}`;
  frame.onload = () => {
    // The empty document with the focus is gone; without this line, the next Tab would skip the page.
    if (document.activeElement === frame) frame.contentWindow.focus();
  };
  $("frames").replaceChildren(frame);
}

// The question takes the focus while it is open, and gives it back.
let before = null;
function drawQuestion(question) {
  const dialog = $("question");
  $("question-url").textContent = question || "";
  if (dialog.hidden === !question) return;
  dialog.hidden = !question;
  $("screen").inert = Boolean(question);
  if (question) {
    before = document.activeElement;
    $("stay").focus();
  } else if (before && before.isConnected) {
    before.focus();
  }
}
$("question").addEventListener("keydown", (event) => {
  if (event.key === "Escape") send("hub.answer", { leaves: false });
  if (event.key !== "Tab") return;
  event.preventDefault();
  (document.activeElement === $("stay") ? $("leave") : $("stay")).focus();
});

addEventListener("message", (event) => {
  const frame = $("frames").firstElementChild;
  if (!frame || event.source !== frame.contentWindow || !event.data || event.data.marquee !== true) return;
  const { name, visit, text, number, depth, trigger } = event.data;
  if (!["rendered", "scrolled", "link", "blocked", "played"].includes(name)) return;
  if (name === "rendered") frame.dataset.rendered = "true";
  send(`hub.${name}`, { app: frame.dataset.app, visit, text, number, depth, trigger });
});

// A page's frame tried to navigate away, and this page's own policy stopped it. The page is restored, once.
addEventListener("securitypolicyviolation", (event) => {
  if (event.effectiveDirective !== "frame-src" || !shownVisit) return;
  const frame = $("frames").firstElementChild;
  send("hub.blocked", { app: frame ? frame.dataset.app : undefined, text: event.blockedURI, trigger: "frame-src" });
  if (restored === shownVisit) return;
  restored = shownVisit;
  keepingFocus(() => {
    clearPhone();
    if (lastState) drawPage(lastState);
  });
});
