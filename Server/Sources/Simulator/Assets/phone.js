// The phone: draws a device's state, and sends the reports of the page in its frame.
const $ = (id) => document.getElementById(id);
const contentOrigin = document.documentElement.dataset.contentOrigin;
let shownVisit = null;   // which page visit the frame holds
let restored = null;     // the visit whose frame was put back after it tried to leave
let lastState = null;
let send = () => {};

export function setUpPhone(sender) {
  send = sender;
  const buttons = {
    "open-again": { name: "presentAgain" }, close: { name: "dismiss" }, "status-close": { name: "dismiss" },
    back: { name: "back" }, forward: { name: "forward" }, stay: { name: "answer", yes: false },
    leave: { name: "answer", yes: true },
  };
  for (const [id, command] of Object.entries(buttons)) $(id).onclick = () => send(command);
}

export function clearPhone() {
  shownVisit = null;
  $("frames").replaceChildren();
}

export const drawPhone = (state) => keepingFocus(() => {
  lastState = state;
  const phone = $("phone");
  phone.dataset.scheme = state.controls ? state.controls.scheme : state.scheme;
  phone.dataset.embedded = String(Boolean(state.controls && !state.controls.showsChrome));
  $("home").hidden = state.isDisplaying;
  $("hub").hidden = !state.isDisplaying;
  $("open-again").hidden = !state.canPresentAgain;
  if (state.controls) {
    $("back").disabled = !state.controls.canGoBack;
    $("forward").disabled = !state.controls.canGoForward;
    $("title").textContent = state.controls.title;
    $("logo").hidden = !state.controls.showsLogo;
  }
  drawStatus(state.status);
  drawPage(state);
  drawQuestion(state.question);
  $("opened").hidden = !state.opened;
  const opened = state.opened ? `Opened in the browser: ${state.opened}` : "";
  if ($("opened").textContent !== opened) $("opened").textContent = opened;
  const now = new Date(Date.now() + state.clockAheadSeconds * 1000);
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

function drawPage(state) {
  if (!state.page || !state.isDisplaying) return clearPhone();
  const key = `${state.token}/${state.page.visit}`;
  const theme = state.controls ? state.controls.scheme : state.scheme;
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
  frame.title = state.page.title || state.page.type;
  frame.dataset.theme = theme;
  frame.dataset.uri = state.page.uri;
  frame.setAttribute("sandbox", "allow-scripts");
  frame.referrerPolicy = "no-referrer";
  frame.src = `${contentOrigin}/${state.token}/${state.page.path}?visit=${state.page.visit}`;
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
  if (event.key === "Escape") send({ name: "answer", yes: false });
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
  send({ name, visit, text, number, depth, trigger });
});

// A page's frame tried to navigate away, and this page's own policy stopped it. The page is restored, once.
addEventListener("securitypolicyviolation", (event) => {
  if (event.effectiveDirective !== "frame-src" || !shownVisit) return;
  send({ name: "blocked", text: event.blockedURI, trigger: "frame-src" });
  if (restored === shownVisit) return;
  restored = shownVisit;
  keepingFocus(() => {
    clearPhone();
    if (lastState) drawPage(lastState);
  });
});
