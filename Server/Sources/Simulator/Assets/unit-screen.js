// The units of placements on the phone's screen: each template in a sandboxed frame, and its two-way channel to the SDK.
import { $ } from "/lab/assets/drawing.js";

const contentOrigin = document.documentElement.dataset.contentOrigin;
const longest = 65_536; // characters of a message; the SDK takes as many bytes
const attentive = 60;   // messages in a second of one template that are passed on; the SDK listens to fewer

let send = () => Promise.resolve();
let queue = Promise.resolve(); // reports to the SDK, one after the other: a form is sent before it is closed
let before = null;             // what had the keyboard before a unit came

export function setUpUnits(sender) {
  send = sender;
}

const report = (name, values) => {
  queue = queue.then(() => send(name, values)).catch(() => {});
};

/** Draws the stages of the app in front; what is there already stays as it is. */
export function drawUnits(stages) {
  const box = $("units");
  const drawn = new Map([...box.children].map((stage) => [stage.dataset.token, stage]));
  for (const stage of stages) {
    const known = drawn.get(stage.token);
    drawn.delete(stage.token);
    drawStage(known || addStage(stage, box), stage);
  }
  for (const gone of drawn.values()) gone.remove();
  const isCovered = stages.some((stage) => stage.hasOverlay);
  box.hidden = stages.length === 0;
  for (const id of ["start", "hub"]) $(id).inert = isCovered;
  if (isCovered && !before) before = document.activeElement;
  if (!isCovered && before) {
    if (before.isConnected && before !== document.body && document.activeElement === document.body) before.focus();
    before = null;
  }
}

function addStage({ token }, box) {
  const element = document.createElement("div");
  element.className = "unit-stage";
  element.dataset.token = token;
  element.setAttribute("role", "dialog");
  element.setAttribute("aria-label", "Content unit");
  const spinner = document.createElement("div");
  spinner.className = "spinner";
  spinner.setAttribute("aria-hidden", "true");
  const close = document.createElement("button");
  close.type = "button";
  close.className = "unit-close";
  close.setAttribute("aria-label", "Close the unit");
  close.textContent = "✕";
  close.hidden = true;
  close.onclick = () => report("tapClose", { stage: token });
  element.onkeydown = (event) => { if (event.key === "Escape" && !close.hidden) close.click(); };
  element.append(spinner, close);
  box.append(element);
  return element;
}

function drawStage(element, { token, hasOverlay, closeButton, views }) {
  element.dataset.overlay = String(hasOverlay);
  const frames = new Map([...element.querySelectorAll("iframe")].map((frame) => [frame.dataset.view, frame]));
  const close = element.querySelector(".unit-close");
  for (const view of views) {
    const known = frames.get(String(view.view));
    frames.delete(String(view.view));
    const frame = known || addFrame(token, view, element, close);
    put(frame, view.place);
    for (const answer of view.answers) hand(frame, answer);
  }
  for (const gone of frames.values()) gone.remove();
  element.querySelector(".spinner").hidden = !hasOverlay || Boolean(element.querySelector("iframe[data-loaded=true]"));
  close.hidden = !closeButton;
  if (closeButton) put(close, closeButton);
}

function put(element, { x, y, width, height }) {
  Object.assign(element.style, { left: `${x}px`, top: `${y}px`, width: `${width}px`, height: `${height}px` });
}

function addFrame(token, { view, path, transition }, element, close) {
  const frame = document.createElement("iframe");
  frame.title = "Content unit";
  frame.dataset.view = String(view);
  frame.dataset.transition = transition;
  frame.setAttribute("sandbox", "allow-scripts");
  frame.referrerPolicy = "no-referrer";
  frame.credentialless = true; // What a template stores ends with it.
  frame.src = contentOrigin + path;
  frame.onload = () => {
    frame.dataset.loaded = "true";
    element.querySelector(".spinner").hidden = true;
    report("loaded", { stage: token, view });
    frame.focus({ preventScroll: true });
  };
  element.insertBefore(frame, close);
  return frame;
}

// An answer is given once; the SDK keeps it until the template has said that it came.
function hand(frame, { number, version, arguments: answer }) {
  if (Number(frame.dataset.handed || 0) >= number || frame.dataset.loaded !== "true") return;
  frame.dataset.handed = String(number);
  frame.contentWindow.postMessage({ marqueeUnit: true, number, version, answer }, "*");
}

function isAdmitted(frame) {
  const now = performance.now();
  if (frame.second === undefined || now - frame.second >= 1000) [frame.second, frame.count] = [now, 0];
  frame.count += 1;
  return frame.count <= attentive;
}

addEventListener("message", ({ source, data }) => {
  const frame = [...$("units").querySelectorAll("iframe")].find((other) => other.contentWindow === source);
  if (!frame || !data || data.marqueeUnit !== true || !isAdmitted(frame)) return;
  const at = { stage: frame.closest(".unit-stage").dataset.token, view: Number(frame.dataset.view) };
  if (typeof data.text === "string" && data.text.length <= longest) report("message", { ...at, text: data.text });
  if (Number.isInteger(data.answered)) {
    report("answered", { ...at, number: data.answered, failure: typeof data.failure === "string" ? data.failure.slice(0, 200) : undefined });
  }
});
