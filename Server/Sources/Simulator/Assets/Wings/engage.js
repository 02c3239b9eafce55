// The tab of Engage: the local event store, events to track, the recipient, links and pushes.
import { call } from "/lab/assets/call.js";
import { $, form, listItem, replace } from "/lab/assets/drawing.js";

// What the text of each kind of event is; without an entry it has none.
const texts = {
  goalCompleted: "Goal name", goalAbandoned: "Goal name", named: "Event name", sessionStarted: "Campaign",
  sessionEnded: "Seconds", notificationReceived: "Displayed message", notificationOpened: "Displayed message",
};
const names = {
  12: "Installed", 13: "Session started", 14: "Session ended", 15: "Goal abandoned", 16: "Goal completed", 17: "Named event",
  48: "Notification received", 49: "Notification opened",
};
const link = "highlarch://offers?CurrentCampaign=First%20snow&CampaignValidFor=2%20days";
const pushes = {
  text: { aps: { alert: "Fresh snow on the ridge" } },
  dictionary: { aps: { alert: { title: "High Larch", body: "The hut is open" } }, CallToAction: "Book" },
  nested: { aps: { alert: "Berry weeks begin" }, offer: { details: { CurrentCampaign: "Berry weeks", CampaignValidFor: "3 days" } } },
};
const open = new Set(); // the ids of the events whose attributes are shown
let listed = null;      // the app whose recipients are in the list

const time = (milliseconds) => new Date(milliseconds).toLocaleTimeString([], { hour12: false });

export function setUp(send) {
  const track = $("engage-track-form").elements;
  track.kind.onchange = () => drawKind(track.kind.value);
  drawKind(track.kind.value);
  form("engage-track-form", (data) => send("track", {
    kind: data.get("kind"), text: texts[data.get("kind")] ? data.get("text") : undefined,
    callToAction: data.get("kind") === "notificationReceived" && data.get("callToAction") ? data.get("callToAction") : undefined,
    code: data.get("kind") === "custom" ? Number(data.get("code")) : undefined, values: attributes(data.get("values")),
  }));
  form("engage-user-form", (data) => send("storeUser", { user: data.get("user") }));
  form("engage-choose-form", (data) => send("chooseRecipient", { user: data.get("user") }));
  form("engage-check-form", (data) => send("checkIdentity", { ids: { [data.get("column")]: data.get("value") } }));
  form("engage-campaign-form", (data) => send("setCampaign", { campaign: data.get("campaign"), expiration: data.get("expiration") || undefined }));
  const condition = () => $("engage-condition").value;
  $("engage-link-form").elements.url.value = link;
  form("engage-link-form", (data) => send("openLink", { url: data.get("url"), condition: condition() }));
  const push = $("engage-push-form").elements;
  push.example.onchange = () => { push.payload.value = JSON.stringify(pushes[push.example.value], null, 1); };
  push.example.onchange();
  form("engage-push-form", (data) => send("push", { payload: data.get("payload"), condition: condition() }));
  $("engage-tray").onclick = (event) => {
    const button = event.target.closest("button");
    if (button) send("openNotification", { number: Number(button.dataset.number) });
  };
}

function drawKind(kind) {
  $("engage-text").hidden = !texts[kind];
  $("engage-text").querySelector("span").textContent = texts[kind] || "";
  $("engage-action").hidden = kind !== "notificationReceived";
  $("engage-code").hidden = kind !== "custom";
}

function attributes(text) {
  const values = {};
  for (const line of text.split("\n")) {
    const at = line.indexOf("=");
    if (at > 0) values[line.slice(0, at).trim()] = line.slice(at + 1).trim();
  }
  return values;
}

export function draw(engage, state) {
  const app = engage && engage.app;
  const { tray = [] } = engage || {};
  replace($("engage-tray"), tray, notification);
  $("engage-no-tray").hidden = tray.length > 0;
  replace($("engage-counts"), app ? app.counts : [], ({ status, count }) => {
    const item = listItem("", count ? "some" : "");
    item.dataset.status = status;
    item.append(Object.assign(document.createElement("b"), { textContent: count }), ` ${status}`);
    return item;
  });
  const events = app ? app.events : [];
  replace($("engage-events"), events, line);
  $("engage-no-events").hidden = events.length > 0;
  drawFacts($("engage-ids"), app ? [["Recipient id", app.recipient], ["Mobile user id", app.mobileUser], ["Device id", app.device]] : []);
  drawFacts($("engage-facts"), app ? [
    ["Current campaign", app.campaign], ["Last campaign", app.lastCampaign],
    ["Session", app.session ? `since ${time(app.session.started)}` : ""],
    ["Location", state.device.place ? `${state.device.place.latitude}, ${state.device.place.longitude}` : "not known; set it in the Device tab"],
  ] : []);
  $("engage-host").textContent = !app || app.host ? "" : "This app has no Engage host: its events go to Marquee’s own intake, and it has no recipient.";
  $("engage-host").hidden = !app || Boolean(app.host);
  drawOutcome($("engage-outcome"), app && app.identity && [app.identity.text, app.identity.calls.join(", "), app.identity.branch]);
  const input = app && app.input;
  drawOutcome($("engage-input"), input && [`${input.what} (${input.condition})`, input.event ? `event ${input.event}` : "no event", ""]);
  drawRecipients(app && app.host ? state.device.app.id : null);
}

function notification({ number, app, text }) {
  const button = document.createElement("button");
  button.type = "button";
  button.dataset.number = number;
  button.textContent = `${app}: ${text}`;
  const item = document.createElement("li");
  item.append(button);
  return item;
}

function line(event) {
  const value = (name) => (event.attributes.find((attribute) => attribute.name === name) || {}).value;
  const title = value("Goal Name") || value("Event Name") || value("Displayed Message") || "";
  const details = document.createElement("details");
  details.open = open.has(event.id);
  details.ontoggle = () => { if (details.open) open.add(event.id); else open.delete(event.id); };
  const summary = document.createElement("summary");
  const status = Object.assign(document.createElement("span"), { className: "of", textContent: event.status });
  summary.append(time(event.time), " ", Object.assign(document.createElement("b"), { textContent: names[event.code] || `Code ${event.code}` }), ` ${title} `, status);
  const list = document.createElement("dl");
  list.className = "facts";
  const tries = event.attempts ? [["Attempts", String(event.attempts)]] : [];
  const why = event.reason ? [["Reason", event.reason]] : [];
  drawFacts(list, [["Event id", event.id], ...tries, ...why, ...event.attributes.map(({ name, value }) => [name, value])]);
  details.append(summary, list);
  const item = document.createElement("li");
  item.dataset.status = event.status;
  item.append(details);
  return item;
}

function drawFacts(list, facts) {
  const key = JSON.stringify(facts);
  if (list.dataset.drawn === key) return;
  list.dataset.drawn = key;
  list.replaceChildren(...facts.flatMap(([name, value]) => [
    Object.assign(document.createElement("dt"), { textContent: name }),
    Object.assign(document.createElement("dd"), { textContent: value || "none" }),
  ]));
}

function drawOutcome(line, outcome) {
  line.hidden = !outcome;
  const [text, more, branch] = outcome || ["", "", ""];
  const words = more ? `${text} (${more})` : text;
  if (line.textContent !== words) line.textContent = words;
  line.dataset.branch = branch;
}

// The recipients of a database change seldom: they are read once for each app.
async function drawRecipients(app) {
  if (listed === app) return;
  listed = app;
  const recipients = app ? await call("GET", `apps/${encodeURIComponent(app)}/recipients`).catch(() => []) : [];
  if (listed !== app) return;
  $("engage-choose-form").hidden = recipients.length === 0;
  replace($("engage-choose-form").elements.user, recipients, ({ user, name }) => new Option(`${name} (${user})`, user));
}

export function flags({ signIn, augmentation, app }) {
  const flags = [];
  if (signIn === "frozen") flags.push(["sign-in frozen", "bad"]);
  if (augmentation === "frozen") flags.push(["augmentation frozen", "bad"]);
  if (app && app.recipient) flags.push([`recipient ${app.recipient}`]);
  if (app && app.campaign) flags.push([`campaign ${app.campaign}`]);
  return flags;
}

export function news(old, engage, isSameApp) {
  const words = [];
  if (old.tray.length < engage.tray.length) words.push(`Notification: ${engage.tray[0].text}`);
  if (isSameApp && engage.app && old.app && old.app.campaign !== engage.app.campaign && engage.app.campaign) words.push(`Campaign ${engage.app.campaign}`);
  return words;
}
