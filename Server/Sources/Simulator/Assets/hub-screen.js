// The hub on the phone's screen: draws it, and sends the reports of the page in its frame.
import { $ } from "/lab/assets/drawing.js";
import { keepingFocus } from "/lab/assets/phone.js";

const contentOrigin = document.documentElement.dataset.contentOrigin;
let shownVisit = null;   // which page visit the frame holds
let restored = null;     // the visit whose frame was put back after it tried to leave
let last = null;         // the hub as it was drawn last, and its app
let send = () => {};

export function setUpScreen(sender) {
  send = sender;
  const buttons = {
    "open-again": ["presentAgain"], close: ["dismiss"], "status-close": ["dismiss"], back: ["back"],
    forward: ["forward"], stay: ["answer", { leaves: false }], leave: ["answer", { leaves: true }],
  };
  for (const [id, command] of Object.entries(buttons)) $(id).onclick = () => send(...command);
}

export function clearScreen() {
  shownVisit = null;
  $("frames").replaceChildren();
}

/** Draws the hub of the app in front; without an app there is none. */
export function drawScreen(hub, { device }) {
  last = { hub, device };
  const isDisplaying = Boolean(hub && hub.isDisplaying);
  const controls = (hub && hub.controls) || null;
  $("phone").dataset.scheme = controls ? controls.scheme : hub ? hub.scheme : "dark";
  $("phone").dataset.embedded = String(Boolean(controls && !controls.showsChrome));
  $("hub").hidden = !isDisplaying;
  if (isDisplaying) $("start").hidden = true;
  $("open-again").hidden = !hub || !hub.canPresentAgain;
  if (controls) {
    $("back").disabled = !controls.canGoBack;
    $("forward").disabled = !controls.canGoForward;
    $("title").textContent = controls.title;
    $("logo").hidden = !controls.showsLogo;
  }
  drawStatus(hub && hub.status);
  drawPage(last);
  drawQuestion(hub && hub.question);
  const opened = hub && hub.opened ? `Opened in the browser: ${hub.opened}` : "";
  $("opened").hidden = !opened;
  if ($("opened").textContent !== opened) $("opened").textContent = opened;
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
  if (!hub || !hub.page || !hub.isDisplaying) return clearScreen();
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
  if (event.key === "Escape") send("answer", { leaves: false });
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
  send(name, { app: frame.dataset.app, visit, text, number, depth, trigger });
});

// A page's frame tried to navigate away, and this page's own policy stopped it. The page is restored, once.
addEventListener("securitypolicyviolation", (event) => {
  if (event.effectiveDirective !== "frame-src" || !shownVisit) return;
  const frame = $("frames").firstElementChild;
  send("blocked", { app: frame ? frame.dataset.app : undefined, text: event.blockedURI, trigger: "frame-src" });
  if (restored === shownVisit) return;
  restored = shownVisit;
  keepingFocus(() => {
    clearScreen();
    if (last) drawPage(last);
  });
});
