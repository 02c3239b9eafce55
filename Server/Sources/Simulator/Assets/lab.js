// The device lab: the phone on the page, the wings with its controls, and its live feed.
import { call, problem } from "/lab/assets/call.js";
import { $, listItem, press, replace } from "/lab/assets/drawing.js";
import { addEntry, clearFeed } from "/lab/assets/feed.js";
import { drawHome } from "/lab/assets/home.js";
import { drawPhone, setUpPhone } from "/lab/assets/phone.js";
import { setUpTabs } from "/lab/assets/tabs.js";

let current = null;      // the state of the device on the page
let stream = null;       // its feed
let wings = [];          // the scripts of the tabs, each with its id and its panel
const sizes = new Map(); // how large each device is drawn, and which way up

async function attempt(work) {
  try {
    problem(null);
    return await work();
  } catch (error) { problem(error); }
}

// A command is for the app in front at this moment, unless it names another. The promise ends when it was carried out or refused.
function send(name, values = {}) {
  if (!current) return Promise.resolve();
  const app = current.device.app ? current.device.app.id : undefined;
  return attempt(async () => draw(await call("POST", `devices/${current.id}/commands`, { name, app, ...values })));
}

// What a phone is called: where several apps have a release, also by the one in front.
const label = ({ id, device }) => (device.icons.filter((app) => app.hasRelease).length < 2 || !device.app ? `Phone ${id}` : `Phone ${id}: ${device.app.name}`);

async function showDevices(select) {
  const [devices, apps] = await Promise.all([call("GET", "devices"), call("GET", "apps")]);
  replace($("app"), apps, (app) => new Option(app.name, app.id));
  $("app-choice").hidden = apps.length < 2;
  const hadFocus = $("devices").contains(document.activeElement);
  $("devices").replaceChildren(...devices.map((device) => {
    const button = document.createElement("button");
    button.type = "button";
    button.dataset.device = device.id;
    button.textContent = label(device);
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
  clearScreen();
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
  clearScreen();
  await start();
  if (current) problem(`Phone ${device.id} is gone: it was removed, or the server was restarted. This is phone ${current.id}.`);
}

function draw(state) {
  if (!current || state.id !== current.id) return;
  // Answers and feed arrive in any order; an older state must not restore an older page.
  if (state.started === current.started && state.revision < current.revision) return;
  announce(current, state);
  current = state;
  for (const button of $("devices").children) {
    if (button.dataset.device === state.id && button.textContent !== label(state)) button.textContent = label(state);
  }
  drawPhone(state, wings);
  for (const { panel, script, id } of wings) {
    // Without an app in front, its controls have nothing to act on.
    for (const group of panel.querySelectorAll("[data-of=app]")) group.disabled = !state.device.app;
    for (const group of panel.querySelectorAll("[data-command]")) press(group, state[id] && state[id][group.dataset.command]);
    script.draw(state[id], state);
  }
  const flags = wings.flatMap(({ script, id }) => (state[id] ? script.flags(state[id]) : []));
  replace($("flags"), flags, ([text, className]) => listItem(text, className || ""));
  // Where there is one app, its name on every entry would be noise.
  $("feed").dataset.apps = state.device.icons.length < 2 ? "one" : "several";
}

function clearScreen() {
  for (const { script } of wings) if (script.clearScreen) script.clearScreen();
}

function drawSize(size) {
  $("phone").dataset.size = size;
  press($("size"), size);
}

// For people who do not see the phone change.
function announce(old, state) {
  const [was, is] = [old.device.app, state.device.app];
  const words = [];
  if (was && !is) words.push("Home screen");
  if (is && (!was || was.id !== is.id)) words.push(`Opened: ${is.name}`);
  for (const { script, id } of wings) if (old[id] && state[id]) words.push(...script.news(old[id], state[id], was && is && was.id === is.id));
  if (words.length) $("announcement").textContent = words.join(". ");
}

// Each tab's script is the wing's own; names of commands in its panel are within the wing.
async function setUpWings() {
  const panels = [...document.querySelectorAll(".wing")];
  wings = await Promise.all(panels.map(async (panel) => {
    const id = panel.dataset.wing;
    const script = await import(`/lab/wings/${id}.js`);
    const sendOwn = (name, values) => send(`${id}.${name}`, values);
    for (const group of panel.querySelectorAll("[data-command]")) {
      const name = group.dataset.command;
      for (const button of group.children) button.onclick = () => sendOwn(name, { [name]: button.dataset.value });
    }
    for (const button of panel.querySelectorAll("[data-send]")) {
      button.onclick = () => sendOwn(button.dataset.send, JSON.parse(button.dataset.values || "{}"));
    }
    for (const group of panel.querySelectorAll(".choices")) {
      group.setAttribute("role", "group");
      group.setAttribute("aria-label", group.dataset.label || group.closest("fieldset").querySelector("legend").textContent);
    }
    script.setUp(sendOwn);
    return { id, panel, script };
  }));
  const choose = setUpTabs($("wing-tabs"), (tab) => {
    for (const panel of panels) panel.hidden = panel.dataset.wing !== tab.dataset.wing;
  });
  choose($("wing-tabs").querySelector("[role=tab]"));
}

function setUpDevices() {
  for (const button of $("size").children) {
    button.onclick = () => {
      if (current) sizes.set(current.id, button.dataset.value);
      drawSize(button.dataset.value);
    };
  }
  $("add-device").onclick = () => attempt(async () => open((await call("POST", "devices", { app: $("app").value || undefined })).id));
  $("remove-device").onclick = () => current && attempt(async () => {
    await call("DELETE", `devices/${current.id}`);
    await start();
  });
}

const start = () => attempt(async () => {
  const devices = await call("GET", "devices");
  if (devices.length === 0 && (await call("GET", "apps")).length === 0) drawHome({ icons: [], iconsLeftOut: 0 }, send);
  await open((devices[0] || await call("POST", "devices")).id);
});

setUpPhone(send);
setUpDevices();
await attempt(setUpWings);
start();
