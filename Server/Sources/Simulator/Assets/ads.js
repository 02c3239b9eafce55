// The bench for ads: what runs, its controls and its log. The rules are the container's, in the server.
import { call, problem } from "/lab/assets/call.js";
import { addEntry, clearFeed } from "/lab/assets/feed.js";
import { describe, options, placeOf } from "/lab/assets/places.js";
import { clearStage, control, perform, setUpStage, startStage } from "/lab/assets/stage.js";

const $ = (id) => document.getElementById(id);
let ad = null;           // the ad on the bench: its id, nonce and pages
const device = new URLSearchParams(location.search).get("device"); // the phone of the lab it is shown on
let devicePlace;         // where that phone is
let samples = [];
let waiting = [];        // inputs on their way: one batch at a time, so that they arrive in order
let isSending = false;

// --- The log --------------------------------------------------------------------------------------------------------

function log(kind, title, detail = "", isGood = true) {
  addEntry({ time: new Date().toISOString(), kind, title: String(title).slice(0, 200), detail: String(detail).slice(0, 2000), isGood });
}

// Rectangles and sizes as people write them, other values as JSON.
function text(value) {
  if (value === null || typeof value !== "object") return String(value);
  const names = Object.keys(value).sort().join(" ");
  if (names === "height width") return `${value.width} × ${value.height}`;
  if (names === "height width x y") return `${value.width} × ${value.height} at ${value.x}, ${value.y}`;
  return JSON.stringify(value).replace(/"(\w+)":/g, "$1: ").replace(/,/g, ", ");
}

function logMessage(input) {
  const from = input.page === "second" ? " (second page)" : "";
  try {
    const message = JSON.parse(input.text);
    log("message", message.command + from, (message.arguments || []).map(text).join(", "));
  } catch { log("message", `not understood${from}`, input.text.slice(0, 300), false); }
}

function logAction(action) {
  if (action.name === "wake") return;
  if (action.name === "note") return log("note", action.about, action.text);
  if (action.name !== "call") {
    const frame = action.frame && text(action.frame);
    return log("action", action.name, [action.text, frame, action.about, action.orientation].filter(Boolean).join(" · "));
  }
  const to = action.page === "second" ? " (second page)" : "";
  const { values, events } = JSON.parse(action.update);
  const changed = Object.entries(values).map(([name, value]) => `${name} ${text(value)}`);
  if (changed.length) log("call", `values${to}`, changed.join("\n"));
  for (const event of events) {
    if (event.name === "error") log("error", event.arguments[1] + to, event.arguments[0], false);
    else log("call", event.name + to, event.arguments.map(text).join(", "));
    if (event.name === "stateChange") $("announcement").textContent = `The ad is ${event.arguments[0]}`;
  }
}

// --- Inputs out, actions in -----------------------------------------------------------------------------------------

const isOfAd = (input) => input.name === "message" || input.name === "navigation";

function tell(...inputs) {
  if (!ad) return;
  for (const input of inputs) {
    if (input.name === "message") logMessage(input);
    if (input.name === "navigation") log("message", "link", input.text);
  }
  // While the server does not answer, the phone's own events are kept, and the ad's messages are not.
  waiting.push(...inputs.filter((input) => waiting.length < 1000 || !isOfAd(input)));
  if (!isSending) flush();
}

// The next inputs for one request, within its limits of count and size.
function nextBatch() {
  let size = 0, count = 0;
  while (count < waiting.length && count < 100) {
    size += new Blob([JSON.stringify(waiting[count])]).size + 1;
    if (count > 0 && size > 900000) break;
    count += 1;
  }
  return waiting.splice(0, count);
}

async function flush() {
  isSending = true;
  while (ad && waiting.length) {
    const running = ad;
    const inputs = nextBatch();
    try {
      const answer = await send(running, inputs);
      if (running === ad) take(answer);
    } catch (error) { if (running === ad) problem(error); }
  }
  isSending = false;
}

// The ad's messages may be lost with a failed request; the phone's events are sent again without them.
async function send(running, inputs) {
  const request = (some) => call("POST", `ads/${running.id}/inputs`, { inputs: some });
  try {
    return await request(inputs);
  } catch (error) {
    const own = inputs.filter((input) => !isOfAd(input));
    if (own.length === 0 || running !== ad) throw error;
    problem(error);
    return request(own);
  }
}

function take(answer) {
  const old = document.documentElement.dataset.state;
  document.documentElement.dataset.state = answer.state;
  for (const action of answer.actions) {
    logAction(action);
    perform(action);
  }
  drawFlags({ state: answer.state, clicks: answer.actions.filter((action) => action.name === "reportClick").length });
  if (answer.isFinished && old !== "hidden") log("note", "end", "The ad is gone. Run it again.");
}

const shown = { state: "", clicks: 0, exposure: "0 %", place: "" };
function drawFlags({ clicks = 0, ...changes }) {
  Object.assign(shown, changes);
  shown.clicks += clicks;
  const flags = [[shown.state, shown.state && "on"], [`seen ${shown.exposure}`], [shown.place], [shown.clicks === 1 ? "1 click" : `${shown.clicks} clicks`]];
  $("flags").replaceChildren(...flags.filter(([words]) => words).map(([words, className]) => {
    const item = document.createElement("li");
    item.textContent = words;
    item.className = className || "";
    return item;
  }));
}

// --- Running an ad --------------------------------------------------------------------------------------------------

const features = () => [...$("features").querySelectorAll("input:checked")].map((box) => box.value);

async function run() {
  problem(null);
  const old = ad;
  ad = null;
  waiting = [];
  delete document.documentElement.dataset.state;
  clearStage();
  clearFeed();
  shown.clicks = 0;
  const placement = $("placement").value;
  const second = $("second").value.trim() ? $("second").value : undefined;
  const setup = {
    creative: $("creative").value, second, version: $("version").value, placement, features: features(),
    allowsPlainHTTP: Boolean($("plain").value), layout: startStage(placement),
    device: $("location").value === "device" ? device : undefined,
  };
  try {
    if (old) call("DELETE", `ads/${old.id}`).catch(() => {});
    const started = await call("POST", "ads", setup);
    ad = started;
    document.documentElement.dataset.ad = started.id;
    take(started.answer);
    startStage(placement, started);
    if (!setup.device) tellLocation();
  } catch (error) { problem(error); }
}

function tellLocation() {
  const value = $("location").value;
  tell({ name: "located", place: value === "device" ? devicePlace : placeOf(value) });
}

// A bench that was opened for a phone of the lab has that phone's location, and follows its changes.
function follow() {
  const option = new Option(`as on phone ${device}`, "device", true, true);
  $("location").prepend(option);
  const feed = new EventSource(`/lab/api/devices/${encodeURIComponent(device)}/feed`);
  feed.addEventListener("error", () => {
    if (feed.readyState === EventSource.CLOSED) problem(`Phone ${device} is gone; the bench keeps its last location.`);
  });
  feed.addEventListener("state", (event) => {
    const { place } = JSON.parse(event.data).device;
    option.textContent = `as on phone ${device}: ${describe(place)}`;
    if (JSON.stringify(place) === JSON.stringify(devicePlace)) return;
    devicePlace = place;
    if ($("location").value === "device") tellLocation();
  });
}

function setUpControls() {
  for (const group of document.querySelectorAll(".choices")) {
    group.setAttribute("role", "group");
    group.setAttribute("aria-label", [...group.children].map((button) => button.textContent).join(" or "));
    for (const button of group.children) {
      button.onclick = () => {
        for (const other of group.children) other.setAttribute("aria-pressed", String(other === button));
        control(group.id, button.dataset.value);
      };
    }
  }
  $("volume").oninput = () => control("volume", Number($("volume").value));
  $("location").onchange = tellLocation;
  $("features").onchange = () => tell({ name: "featuresChanged", features: features() });
  $("setup").onsubmit = (event) => { event.preventDefault(); run(); };
  $("creative").oninput = $("second").oninput = () => { $("sample").value = ""; };
  $("sample").onchange = () => choose(samples.find((sample) => sample.name === $("sample").value));
}

function choose(sample) {
  if (!sample) return;
  $("creative").value = sample.creative;
  $("second").value = sample.second || "";
  $("second").closest("details").open = Boolean(sample.second);
  $("version").value = sample.version;
  $("placement").value = sample.placement;
}

$("location").append(...options());
if (device) follow();
setUpControls();
setUpStage({ tell, log, draw: drawFlags });
try {
  samples = await call("GET", "ads/samples");
  $("sample").replaceChildren(...samples.map((sample) => new Option(sample.title, sample.name)), new Option("my own", ""));
  choose(samples[0]);
} catch (error) { problem(error); }
// For browser tests: everything on the page is ready.
document.documentElement.dataset.ready = "true";
