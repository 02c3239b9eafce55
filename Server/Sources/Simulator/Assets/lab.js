"use strict";
const contentOrigin = document.documentElement.dataset.contentOrigin;
const $ = (id) => document.getElementById(id);
let current = null;      // the state of the device on screen
let stream = null;       // its feed
let shownVisit = null;   // which page visit the frame holds
let kind = "all";

async function call(method, path, body) {
  const response = await fetch(`/lab/api/${path}`, {
    method, headers: { "x-marquee-lab": "1", "content-type": "application/json" }, body: body && JSON.stringify(body),
  });
  const answer = response.status === 204 ? null : await response.json();
  if (!response.ok) throw new Error(answer.message || response.statusText);
  return answer;
}

function problem(error) {
  $("problem").textContent = error ? error.message || String(error) : "";
  $("problem").hidden = !error;
}

async function send(command) {
  if (!current) return;
  try {
    problem(null);
    draw(await call("POST", `devices/${current.id}/commands`, command));
  } catch (error) { problem(error); }
}

async function showDevices(select) {
  const devices = await call("GET", "devices");
  const list = $("devices");
  list.replaceChildren(...devices.map((device) => {
    const button = document.createElement("button");
    button.type = "button";
    button.textContent = `Phone ${device.id}`;
    button.setAttribute("aria-current", String(device.id === select));
    button.onclick = () => open(device.id);
    return button;
  }));
  return devices;
}

async function open(id) {
  try {
    problem(null);
    const devices = await showDevices(id);
    const device = devices.find((entry) => entry.id === id);
    if (!device) return;
    current = device;
    // Until a phone is there, nothing on the page can take a click.
    $("main").inert = false;
    shownVisit = null;
    $("frames").replaceChildren();
    $("feed").replaceChildren();
    $("feed-empty").hidden = false;
    draw(device);
    if (stream) stream.close();
    stream = new EventSource(`/lab/api/devices/${id}/feed`);
    stream.addEventListener("open", () => { $("feed").replaceChildren(); });
    stream.addEventListener("state", (event) => draw(JSON.parse(event.data)));
    stream.addEventListener("entry", (event) => addEntry(JSON.parse(event.data)));
  } catch (error) { problem(error); }
}

function addEntry(entry) {
  const item = document.createElement("li");
  item.dataset.kind = entry.kind;
  item.className = entry.isGood ? "" : "failed";
  item.hidden = kind !== "all" && kind !== entry.kind;
  const time = document.createElement("time");
  time.dateTime = entry.time;
  time.textContent = new Date(entry.time).toLocaleTimeString();
  const label = document.createElement("span");
  label.className = "kind";
  label.textContent = entry.kind;
  const what = document.createElement("span");
  what.className = "what";
  const title = document.createElement("b");
  title.textContent = entry.title;
  what.append(title, " ", entry.detail);
  item.append(time, label, what);
  const feed = $("feed");
  feed.prepend(item);
  while (feed.children.length > 400) feed.lastChild.remove();
  $("feed-empty").hidden = true;
}

function draw(state) {
  if (!current || state.id !== current.id) return;
  // Answers and feed arrive in any order; an older state must not bring back an older page.
  if (state.token === current.token && state.revision < current.revision) return;
  current = state;
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
  $("question").hidden = !state.question;
  $("question-url").textContent = state.question || "";
  $("opened").hidden = !state.opened;
  $("opened").textContent = state.opened ? `Opened in the browser: ${state.opened}` : "";
  drawControls(state);
  drawFlags(state);
}

function drawStatus(status) {
  $("status").hidden = !status;
  if (!status) return;
  $("status-text").textContent = status.message;
  const progress = $("status-progress");
  progress.hidden = status.kind === "failed";
  if (status.fraction === null || status.fraction === undefined) progress.removeAttribute("value"); else progress.value = status.fraction;
}

function drawPage(state) {
  if (!state.page || !state.isDisplaying) {
    shownVisit = null;
    $("frames").replaceChildren();
    return;
  }
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
  frame.setAttribute("sandbox", "allow-scripts");
  frame.referrerPolicy = "no-referrer";
  frame.src = `${contentOrigin}/${state.token}/${state.page.path}?visit=${state.page.visit}`;
  frame.onload = () => frame.contentWindow.postMessage({ scrollTo: state.page.scrollPosition }, "*");
  $("frames").replaceChildren(frame);
}

function drawControls(state) {
  for (const group of document.querySelectorAll("[data-command]")) {
    const value = state[group.dataset.command];
    for (const button of group.children) button.setAttribute("aria-pressed", String(button.dataset.value === value));
  }
  const users = $("users");
  users.replaceChildren(...state.users.map((user) => new Option(user, user, user === state.user, user === state.user)));
  $("tags").replaceChildren(...state.tags.map((tag) => {
    const item = document.createElement("li");
    item.textContent = `${tag.name} ${tag.count}`;
    return item;
  }));
  const now = new Date(Date.now() + state.clockAheadSeconds * 1000);
  $("clock").textContent = now.toLocaleTimeString([], { hour: "2-digit", minute: "2-digit" });
}

function drawFlags(state) {
  const flags = [
    ["ready", state.isReady], ["downloading", state.isDownloading], ["displaying", state.isDisplaying], ["foreground", state.isForeground],
    [state.release ? `release ${state.release}` : "no release shown", Boolean(state.release)], [`${state.waitingEvents} events waiting`, false],
    [`${state.postedEvents} events delivered`, state.postedEvents > 0],
  ];
  if (state.isDisabled) flags.push(["disabled", "bad"]);
  if (state.clockAheadSeconds) flags.push([`clock + ${Math.round(state.clockAheadSeconds / 3600)} h`, false]);
  $("flags").replaceChildren(...flags.map(([text, on]) => {
    const item = document.createElement("li");
    item.textContent = text;
    item.className = on === "bad" ? "bad" : on ? "on" : "";
    return item;
  }));
  $("download").value = state.progress;
}

addEventListener("message", (event) => {
  const frame = $("frames").firstElementChild;
  if (!frame || event.source !== frame.contentWindow || !event.data || event.data.marquee !== true) return;
  const { name, visit, text, number, depth } = event.data;
  if (!["rendered", "scrolled", "link", "blocked"].includes(name)) return;
  send({ name, visit, text, number, depth });
});

for (const group of document.querySelectorAll("[data-command]")) {
  for (const button of group.children) button.onclick = () => send({ name: group.dataset.command, text: button.dataset.value });
}
for (const button of document.querySelectorAll("[data-send]")) {
  button.onclick = () => send({ name: button.dataset.send, number: button.dataset.number ? Number(button.dataset.number) : undefined });
}
for (const tab of document.querySelectorAll("[role=tab]")) {
  tab.onclick = () => {
    kind = tab.dataset.kind;
    for (const other of document.querySelectorAll("[role=tab]")) other.setAttribute("aria-selected", String(other === tab));
    for (const item of $("feed").children) item.hidden = kind !== "all" && kind !== item.dataset.kind;
  };
}
const buttons = {
  "open-app": { name: "present", entryPoint: "home screen" }, "open-again": { name: "presentAgain" }, close: { name: "dismiss" },
  "status-close": { name: "dismiss" }, back: { name: "back" }, forward: { name: "forward" }, stay: { name: "answer", yes: false },
  leave: { name: "answer", yes: true },
};
for (const [id, command] of Object.entries(buttons)) $(id).onclick = () => send(command);
$("users").onchange = (event) => send({ name: "activateUser", text: event.target.value });

function form(id, make) {
  $(id).onsubmit = (event) => {
    event.preventDefault();
    send(make(new FormData(event.target)));
  };
}
const words = (text) => text.split(",").map((word) => word.trim()).filter(Boolean);
form("whitelist-form", (data) => ({ name: "whitelist", text: data.get("text") }));
form("user-form", (data) => ({ name: "createUser", text: data.get("text") }));
form("tag-form", (data) => ({ name: "tag", text: data.get("text"), number: Number(data.get("number")) }));
form("present-form", (data) => {
  const tags = words(data.get("tags"));
  return { name: "present", text: data.get("uri") || undefined, tags: tags.length ? tags : undefined, entryPoint: data.get("entryPoint") || undefined };
});

$("add-device").onclick = async () => {
  try { problem(null); await open((await call("POST", "devices")).id); } catch (error) { problem(error); }
};
$("restart").onclick = async () => {
  if (!current) return;
  try { problem(null); await open((await call("POST", `devices/${current.id}/restart`)).id); } catch (error) { problem(error); }
};
$("remove-device").onclick = async () => {
  if (!current) return;
  try { problem(null); await call("DELETE", `devices/${current.id}`); await start(); } catch (error) { problem(error); }
};

async function start() {
  try {
    const devices = await call("GET", "devices");
    await open((devices[0] || await call("POST", "devices")).id);
  } catch (error) { problem(error); }
}
// The feed may be held up on its way; the state itself is asked for as well.
setInterval(async () => {
  if (!current || document.hidden) return;
  try {
    const device = (await call("GET", "devices")).find((entry) => entry.id === current.id);
    if (device) draw(device);
  } catch { /* The next round tells. */ }
}, 2000);

start();
