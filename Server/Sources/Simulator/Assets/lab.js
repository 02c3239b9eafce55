// The device lab: the phone on the page, its controls, and its live feed.
import { call, problem } from "/lab/assets/call.js";
import { addEntry, clearFeed } from "/lab/assets/feed.js";
import { clearPhone, drawPhone, setUpPhone } from "/lab/assets/phone.js";
import { describe, drawPlace, setUpPlace } from "/lab/assets/places.js";

const $ = (id) => document.getElementById(id);
let current = null;      // the state of the device on the page
let stream = null;       // its feed
let mode = "modal";      // how the next hub is presented
const sizes = new Map(); // how large each device is drawn, and which way up

async function attempt(work) {
  try {
    problem(null);
    return await work();
  } catch (error) { problem(error); }
}

function send(command) {
  if (current) attempt(async () => draw(await call("POST", `devices/${current.id}/commands`, command)));
}

const present = (values) => send({ name: "present", embedded: mode === "embedded", ...values });

async function showDevices(select) {
  const [devices, apps] = await Promise.all([call("GET", "devices"), call("GET", "apps")]);
  replace($("app"), apps, (app) => new Option(app.name, app.id));
  $("app-choice").hidden = apps.length < 2;
  const hadFocus = $("devices").contains(document.activeElement);
  $("devices").replaceChildren(...devices.map((device) => {
    const button = document.createElement("button");
    button.type = "button";
    button.textContent = apps.length < 2 ? `Phone ${device.id}` : `Phone ${device.id}: ${device.app}`;
    button.setAttribute("aria-current", String(device.id === select));
    button.onclick = () => open(device.id);
    return button;
  }));
  if (hadFocus) $("devices").querySelector("[aria-current=true]")?.focus();
  return devices;
}

const open = (id) => attempt(async () => {
  const device = (await showDevices(id)).find((entry) => entry.id === id);
  if (!device) return;
  if (stream) stream.close();
  current = device;
  // Until the page has a phone, its controls are disabled.
  $("main").inert = false;
  clearPhone();
  clearFeed();
  drawSize(sizes.get(id) || "phone");
  draw(device);
  const feed = stream = new EventSource(`/lab/api/devices/${id}/feed`);
  stream.addEventListener("open", clearFeed);
  stream.addEventListener("state", (event) => draw(JSON.parse(event.data)));
  stream.addEventListener("entry", (event) => addEntry(JSON.parse(event.data)));
  // The browser connects again after a broken connection; a refused connection stays closed.
  stream.addEventListener("error", () => {
    if (feed === stream && feed.readyState === EventSource.CLOSED) lose(device);
  });
});

// The phone was removed by another person, the server was restarted, or the session has ended: `start` then shows which.
async function lose(device) {
  current = stream = null;
  $("main").inert = true;
  clearPhone();
  await start();
  if (current) problem(`Phone ${device.id} is gone: it was removed, or the server was restarted. This is phone ${current.id}.`);
}

function draw(state) {
  if (!current || state.id !== current.id) return;
  // Answers and feed arrive in any order; an older state must not restore an older page.
  if (state.token === current.token && state.started === current.started && state.revision < current.revision) return;
  announce(current, state);
  current = state;
  drawPhone(state);
  drawControls(state);
  drawFlags(state);
  drawHistory(state);
}

function drawSize(size) {
  $("phone").dataset.size = size;
  press($("size"), size);
}

// For people who do not see the phone change.
function announce(old, state) {
  const words = [];
  if (state.page && (!old.page || old.page.visit !== state.page.visit)) words.push(`Shown: ${state.page.title || state.page.uri}`);
  if (old.isDisplaying && !state.isDisplaying) words.push("The hub is closed");
  if (old.network !== state.network) words.push(`Network: ${state.network}`);
  if (old.isForeground !== state.isForeground) words.push(state.isForeground ? "In the foreground" : "In the background");
  if (old.release !== state.release && state.release) words.push(`Release ${state.release}`);
  if (words.length) $("announcement").textContent = words.join(". ");
}

// A list is not drawn again until it changes, so that an open list and its selection stay.
function replace(list, values, make) {
  const key = JSON.stringify(values);
  if (list.dataset.drawn === key) return;
  list.dataset.drawn = key;
  list.replaceChildren(...values.map(make));
}

function press(group, value) {
  for (const button of group.children) button.setAttribute("aria-pressed", String(button.dataset.value === value));
}

function listItem(text, className = "") {
  const item = document.createElement("li");
  item.textContent = text;
  item.className = className;
  return item;
}

function drawControls(state) {
  for (const group of document.querySelectorAll("[data-command]")) press(group, state[group.dataset.command]);
  replace($("users"), state.users, (user) => new Option(user, user));
  $("users").value = state.user || "";
  drawPlace(state);
  replace($("tags"), state.tags, (tag) => listItem(`${tag.name} ${tag.count}`));
}

function drawFlags(state) {
  const hours = Math.round(state.clockAheadSeconds / 3600);
  const flags = [
    ["ready", state.isReady && "on"], ["downloading", state.isDownloading && "on"], ["displaying", state.isDisplaying && "on"],
    [state.isForeground ? "foreground" : "background", state.isForeground && "on"],
    [state.release ? `release ${state.release}` : "no release shown", state.release && "on"],
    [`${state.waitingEvents} events waiting`], [`${state.postedEvents} events delivered`, state.postedEvents && "on"],
  ];
  if (state.isDisabled) flags.push(["disabled", "bad"]);
  if (state.network !== "online") flags.push([`network ${state.network}`, "bad"]);
  if (hours) flags.push([`clock + ${hours >= 48 ? `${Math.round(hours / 24)} d` : `${hours} h`}`]);
  if (state.place) flags.push([`at ${describe(state.place)}`]);
  replace($("flags"), flags, ([text, className]) => listItem(text, className || ""));
  $("download-row").hidden = !state.isDownloading;
  $("download").value = state.progress;
}

function drawHistory(state) {
  const visits = state.history.length ? state.history : [{ title: "No page yet", uri: "", isCurrent: false }];
  replace($("history"), visits, (visit) => {
    const item = listItem(visit.title);
    item.title = visit.uri;
    if (visit.isCurrent) item.setAttribute("aria-current", "page");
    return item;
  });
  const shown = $("history").querySelector("[aria-current]");
  if (shown) $("history").scrollLeft = shown.offsetLeft - $("history").clientWidth / 2;
  $("history-back").disabled = !state.controls || !state.controls.canGoBack;
  $("history-forward").disabled = !state.controls || !state.controls.canGoForward;
}

function form(id, submit) {
  $(id).onsubmit = (event) => {
    event.preventDefault();
    submit(new FormData(event.target));
  };
}

function setUpControls() {
  for (const group of document.querySelectorAll("[data-command]")) {
    for (const button of group.children) button.onclick = () => send({ name: group.dataset.command, text: button.dataset.value });
  }
  for (const button of document.querySelectorAll("[data-send]")) {
    button.onclick = () => send({ name: button.dataset.send, number: button.dataset.number ? Number(button.dataset.number) : undefined });
  }
  for (const group of document.querySelectorAll(".choices")) {
    group.setAttribute("role", "group");
    group.setAttribute("aria-label", group.closest("fieldset").querySelector("legend").textContent);
  }
  for (const button of $("mode").children) {
    button.onclick = () => { mode = button.dataset.value; press($("mode"), mode); };
  }
  for (const button of $("size").children) {
    button.onclick = () => {
      if (current) sizes.set(current.id, button.dataset.value);
      drawSize(button.dataset.value);
    };
  }
  $("history-back").onclick = () => send({ name: "back" });
  $("history-forward").onclick = () => send({ name: "forward" });
  $("open-app").onclick = () => present({ entryPoint: "home screen" });
  $("users").onchange = (event) => send({ name: "activateUser", text: event.target.value });
  form("whitelist-form", (data) => send({ name: "whitelist", text: data.get("text") }));
  form("user-form", (data) => send({ name: "createUser", text: data.get("text") }));
  form("tag-form", (data) => send({ name: "tag", text: data.get("text"), number: Number(data.get("number")) }));
  form("present-form", (data) => {
    const tags = data.get("tags").split(",").map((tag) => tag.trim()).filter(Boolean);
    present({ text: data.get("uri") || undefined, tags: tags.length ? tags : undefined, entryPoint: data.get("entryPoint") || undefined });
  });
  $("add-device").onclick = () => attempt(async () => open((await call("POST", "devices", { app: $("app").value || undefined })).id));
  $("restart").onclick = () => current && attempt(async () => open((await call("POST", `devices/${current.id}/restart`)).id));
  $("remove-device").onclick = () => current && attempt(async () => {
    await call("DELETE", `devices/${current.id}`);
    await start();
  });
}

const start = () => attempt(async () => {
  const devices = await call("GET", "devices");
  await open((devices[0] || await call("POST", "devices")).id);
});

setUpPhone(send);
setUpPlace(send);
setUpControls();
start();
