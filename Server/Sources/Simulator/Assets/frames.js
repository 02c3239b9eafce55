// The pages of an ad: a frame for each, its two channels, and the limit of its messages.
const attentive = 200;  // messages in a second that are passed on, as many as the container listens to
const flood = 4000;     // messages in a second that end the ad: any more would freeze this page
const longest = 66000;  // characters of a message; the container refuses those above 65,536 bytes

let hear = {};          // what to do with what a page says
const pages = {};       // by name: the frame, its ports, and what was counted

/** Says what to do with what pages say: message, tap, navigation, trouble, and that one is a stranger, left, or flooded. */
export function setUpFrames(handlers) { hear = handlers; }

export const frameNames = () => Object.keys(pages);
export const frameOf = (name) => pages[name] && pages[name].frame;

/** Shows a page of the ad, on an origin of its own where this browser finds one. */
export function openFrame(name, ad, box) {
  const frame = document.createElement("iframe");
  frame.title = name === "first" ? "The ad" : "The ad’s second page";
  frame.allow = "autoplay";
  frame.referrerPolicy = "no-referrer";
  frame.credentialless = true; // What the ad stores ends with it.
  frame.dataset.page = name;
  const page = { name, frame, nonce: ad.nonce, ports: null, second: 0, count: 0 };
  const own = ad.ownPages && ad.ownPages[name];
  let isOwn = Boolean(own);
  const go = () => {
    frame.setAttribute("sandbox", `allow-scripts allow-forms${isOwn ? " allow-same-origin" : ""}`);
    frame.src = isOwn ? own : ad.pages[name];
    if (!isOwn) hear.stranger(name);
  };
  let loads = 0;
  frame.onload = () => {
    loads += 1;
    if (page.ports) {
      if (loads > 1) hear.left(name);
      return;
    }
    if (!isOwn) return;
    isOwn = false;
    loads = 0;
    go();
  };
  go();
  pages[name] = page;
  box.append(frame);
  return frame;
}

export function closeFrame(name) {
  const page = pages[name];
  if (!page) return;
  delete pages[name];
  for (const port of page.ports || []) port.close();
  page.frame.remove();
}

/** Sends an update to a page's script. */
export function callFrame(name, update) {
  if (pages[name] && pages[name].ports) pages[name].ports[0].postMessage(update);
}

// Counts a page's messages; false beyond the limit.
function isAdmitted(page) {
  const now = performance.now();
  if (now - page.second >= 1000) [page.second, page.count] = [now, 0];
  page.count += 1;
  if (page.count === attentive + 1) hear.trouble(page.name, "messages", `More than ${attentive} in a second: the rest are dropped`);
  if (page.count === flood) hear.flooded(page.name);
  return page.count <= attentive && pages[page.name] === page;
}

// A page sends one message to this window, with its ports. Its script does so before any script of the ad.
addEventListener("message", (event) => {
  const page = Object.values(pages).find((other) => other.frame.contentWindow === event.source);
  if (!page || !isAdmitted(page) || page.ports) return;
  if (!event.data || event.data.mraid !== page.nonce || event.ports.length !== 2) return;
  page.ports = event.ports;
  const [both, out] = page.ports;
  both.onmessage = ({ data }) => {
    if (isAdmitted(page) && typeof data === "string") hear.message(page.name, data.slice(0, longest));
  };
  out.onmessage = ({ data }) => {
    if (!data) return;
    if (data.kind === "tap") return tapped(page);
    if (!isAdmitted(page)) return;
    const content = String(data.content).slice(0, longest);
    if (data.kind === "navigation") hear.navigation(page.name, content, data.about === "window");
    if (data.kind === "log") hear.trouble(page.name, String(data.about), content);
  };
});

// The frame's script saw the tap, and the ad cannot forge its report. The browser also knows whether a person acted.
// A tap does not count as a message of the ad, so that a tap counts during a flood of messages.
function tapped(page) {
  if (pages[page.name] !== page) return;
  const isActive = !navigator.userActivation || navigator.userActivation.isActive;
  if (isActive) hear.tap(page.name); else hear.trouble(page.name, "tap", "A tap without a person's action");
}
