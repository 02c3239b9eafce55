// The phone that shows an ad: performs the container's actions, and reports events to the container.
import { ask, clearAsks, play, setUpAsks } from "/lab/assets/asks.js";
import { callFrame, closeFrame, frameNames, frameOf, openFrame, setUpFrames } from "/lab/assets/frames.js";

const $ = (id) => document.getElementById(id);
const screens = { portrait: { width: 360, height: 640 }, landscape: { width: 640, height: 360 } };
const statusBar = 40;

let tell = () => {};
let log = () => {};
let draw = () => {};
let ad = null;           // id, nonce and the addresses of the pages
let placement = "inline";
let resized = null;      // the rectangle of a resized ad
let isExpanded = false;
let isHidden = false;
let hold = null;         // how the ad holds the screen: allows, orientation, since
let timer = null;
let said = {};           // the last report of each page, so that nothing is reported twice
const settings = { held: "portrait", lock: "free", network: "online" };
const isOffline = () => settings.network === "offline";

// --- Where things are -----------------------------------------------------------------------------------------------

function orientation() {
  if (hold && hold.orientation) return hold.orientation;
  if (hold && !hold.allows) return hold.since;
  return settings.lock === "locked" ? settings.since : settings.held;
}

function area() {
  const { width, height } = screens[$("glass").dataset.orientation];
  return { width, height: height - statusBar };
}

// The banner's rectangle is its slot, which scrolls with the app's content; an interstitial's is the whole area.
function place() {
  if (placement === "interstitial") return { x: 0, y: 0, ...area() };
  const [slot, whole] = [$("slot").getBoundingClientRect(), $("area").getBoundingClientRect()];
  return { x: Math.round(slot.left - whole.left), y: Math.round(slot.top - whole.top), width: 320, height: 50 };
}

const layout = () => ({ screen: screens[$("glass").dataset.orientation], maximum: area(), place: place() });

function box() {
  if (isExpanded) return { x: 0, y: 0, ...area() };
  return resized || place();
}

function put(element, { x, y, width, height }) {
  for (const [name, value] of Object.entries({ left: x, top: y, width, height })) element.style[name] = `${value}px`;
}

function drawFrames() {
  const where = box();
  for (const page of frameNames()) {
    put(frameOf(page), where);
    frameOf(page).hidden = isHidden;
  }
  draw({ place: isHidden ? "" : `${where.width} × ${where.height} at ${where.x}, ${where.y}` });
  for (const page of frameNames()) measure(page, where);
}

// The part of the ad within the screen. Only the container knows what else covers the ad.
function measure(page, where) {
  const whole = area();
  const left = Math.max(0, where.x), top = Math.max(0, where.y);
  const width = Math.min(whole.width, where.x + where.width) - left;
  const height = Math.min(whole.height, where.y + where.height) - top;
  const isSeen = width > 0 && height > 0 && !isHidden;
  const seen = isSeen ? { x: left - where.x, y: top - where.y, width, height } : undefined;
  const occluded = seen && !$("bubble").hidden ? overlap(seen, where) : undefined;
  const hidden = occluded ? occluded.width * occluded.height : 0;
  const number = isSeen ? (100 * (width * height - hidden)) / (where.width * where.height) : 0;
  draw({ exposure: `${Math.round(number)} %` });
  tellOnce(`exposed ${page}`, { name: "exposed", page, number, box: seen, occlusions: occluded && [occluded] });
}

// A chat bubble of the app floats over the banner's place in unscrolled content.
const bubble = () => ({ x: 280, y: $("slot").offsetTop + 20, width: 48, height: 48 });

// The visible part of the ad under the bubble, in the ad's coordinates.
function overlap(seen, where) {
  const over = bubble();
  const left = Math.max(seen.x, over.x - where.x), top = Math.max(seen.y, over.y - where.y);
  const width = Math.min(seen.x + seen.width, over.x - where.x + over.width) - left;
  const height = Math.min(seen.y + seen.height, over.y - where.y + over.height) - top;
  return width > 0 && height > 0 ? { x: left, y: top, width, height } : undefined;
}

function tellOnce(key, input) {
  const words = JSON.stringify(input);
  if (said[key] === words) return;
  said[key] = words;
  tell(input);
}

function tellLayout() {
  tellOnce("layout", { name: "laidOut", layout: layout(), box: resized || undefined });
}

function turn() {
  const now = orientation();
  const old = $("glass").dataset.orientation;
  $("glass").dataset.orientation = now;
  tellOnce("turned", { name: "turned", orientation: now, isLocked: settings.lock === "locked" });
  if (now !== old && resized) {
    // A resized ad stays within the current screen.
    const whole = area();
    resized.x = Math.max(0, Math.min(resized.x, whole.width - resized.width));
    resized.y = Math.max(0, Math.min(resized.y, whole.height - resized.height));
  }
  tellLayout();
  drawFrames();
}

// --- The ad's pages -------------------------------------------------------------------------------------------------

function open(page) {
  if (isOffline()) {
    return tell({ name: "pageFailed", page, text: "The phone is offline" });
  }
  put(openFrame(page, ad, $("ads")), box());
}

function closePage(page) {
  closeFrame(page);
  delete said[`exposed ${page}`];
}

const hearing = {
  message(page, text) { tell({ name: "message", page, text }); },
  tap(page) { tell({ name: "tapped", page }); },
  navigation(page, text, isWindow) { tell({ name: "navigation", page, text, isWindow }); },
  trouble(page, about, text) { log("error", about + (page === "second" ? " (second page)" : ""), text, false); },
  stranger() {
    log("note", "origin", "The ad has no origin here, as it would in a web view: it cannot write into frames, what it stores is gone with it,"
      + " and location = … ends it. With the lab on localhost it has one.");
  },
  left(page) { hearing.trouble(page, "navigation", "The ad’s page went elsewhere by itself, which no app lets it. Run it again."); },
  flooded(page) {
    hearing.trouble(page, "messages", "The ad says so much that this page would freeze. It was stopped; run it again.");
    remove();
    performing.hideCloseRegion();
  },
};

// This page's own policy stopped a frame that navigated away, and the ad in the frame is lost.
addEventListener("securitypolicyviolation", (event) => {
  if (event.effectiveDirective !== "frame-src" || !ad) return;
  log("error", "navigation", `The ad tried to leave for ${event.blockedURI || "another app"} by itself. In an app it would stay.`, false);
});

// --- The container's actions ----------------------------------------------------------------------------------------

// The ad receives a rectangle when it applies: the next task runs after this one's changes took effect.
function settle() {
  drawFrames();
  setTimeout(() => { tell({ name: "settled" }); }, 0);
}

const performing = {
  call({ page, update }) {
    callFrame(page, JSON.parse(update));
  },
  expand({ text }) {
    isExpanded = true;
    if (text) open("second");
    settle();
  },
  resize({ frame }) {
    resized = frame;
    settle();
  },
  restore() {
    isExpanded = false;
    resized = null;
    closePage("second");
    settle();
  },
  hide() {
    isHidden = true;
    $("slot").hidden = true;
    drawFrames();
  },
  dismiss: remove,
  unload: remove,
  showCloseRegion({ frame, showsIndicator }) {
    const button = $("close-region") || document.createElement("button");
    button.id = "close-region";
    button.type = "button";
    button.className = `close-region${showsIndicator ? "" : " bare"}`;
    button.setAttribute("aria-label", "Close the ad");
    if (!button.firstChild) button.append(Object.assign(document.createElement("span"), { textContent: "✕" }));
    button.onclick = () => tell({ name: "closeTapped" });
    put(button, frame);
    $("ads").append(button);
  },
  hideCloseRegion() { if ($("close-region")) $("close-region").remove(); },
  applyOrientation(wanted) {
    const since = hold ? hold.since : $("glass").dataset.orientation;
    hold = { allows: wanted.allowsOrientationChange, orientation: wanted.orientation, since };
    turn();
  },
  restoreOrientation() {
    hold = null;
    turn();
  },
  open({ text, about }) {
    $("opened").textContent = `Opened in ${about === "app" ? "the app’s browser" : "the system"}: ${text}`;
    $("opened").hidden = false;
  },
  playVideo({ text, page }) {
    if (isOffline()) tell({ name: "failed", command: "playVideo", page, text: "The phone is offline" }); else play(text, page);
  },
  storePicture({ text, page }) { ask("storePicture", page, "Store this picture?", text); },
  createCalendarEvent({ text, page }) { ask("createCalendarEvent", page, "Add this event to the calendar?", text); },
  wake({ milliseconds }) {
    clearTimeout(timer);
    timer = setTimeout(() => tell({ name: "timePassed" }), milliseconds);
  },
  reportClick() {},
  note() {},
};

export function perform(action) {
  if (Object.hasOwn(performing, action.name)) performing[action.name](action);
}

function remove() {
  isHidden = true;
  clearTimeout(timer);
  for (const page of frameNames()) closePage(page);
  $("slot").hidden = true;
  draw({ place: "", exposure: "0 %" });
}

// --- The rest of the page -------------------------------------------------------------------------------------------

/** Does what a control of the page says. */
export function control(name, value) {
  if (name === "volume") return tell({ name: "volumeChanged", number: value });
  if (name === "front") {
    $("away").hidden = value === "foregrounded";
    return tell({ name: value });
  }
  if (name === "covers") {
    $("cover").hidden = value !== "covered";
    $("bubble").hidden = value !== "bubbled";
    put($("bubble"), bubble());
    tell({ name: value === "covered" ? "covered" : "uncovered" });
    return drawFrames();
  }
  settings[name] = value;
  if (name === "lock") settings.since = $("glass").dataset.orientation;
  if (name !== "network") turn();
}

export function clearStage() {
  remove();
  performing.hideCloseRegion();
  clearAsks();
  [resized, isExpanded, isHidden, hold, said, ad] = [null, false, false, null, {}, null];
  $("opened").hidden = true;
  $("content").scrollTop = 0;
  $("glass").dataset.orientation = orientation();
}

/** Makes room for an ad and returns the layout; with a started ad, shows it and reports the phone's state. */
export function startStage(where, started) {
  placement = where;
  $("slot").hidden = placement === "interstitial";
  if (!started) return layout();
  ad = started;
  tell({ name: "volumeChanged", number: Number($("volume").value) });
  if (!$("away").hidden) tell({ name: "backgrounded" });
  if (!$("cover").hidden) tell({ name: "covered" });
  said.layout = JSON.stringify({ name: "laidOut", layout: layout() });
  open("first");
  turn();
}

export function setUpStage(page) {
  ({ tell, log, draw } = page);
  $("glass").dataset.orientation = "portrait";
  let isWaiting = false;
  $("content").addEventListener("scroll", () => {
    if (isWaiting) return;
    isWaiting = true;
    setTimeout(() => {
      isWaiting = false;
      if (placement === "inline" && ad && !isHidden) tellLayout();
      drawFrames();
    }, 30);
  }, { passive: true });
  setUpAsks({ tell, log, isOffline });
  setUpFrames(hearing);
}
