// The tab of the phone itself: network, apps, clock, users, privacy and location.
import { $, form, listItem, replace } from "/lab/assets/drawing.js";
import { describe, drawPlace, setUpPlace } from "/lab/assets/places.js";

export function setUp(send) {
  setUpPlace((place) => send("locate", { place }));
  $("users").onchange = (event) => send("activateUser", { user: event.target.value });
  form("user-form", (data) => send("createUser", { user: data.get("text") }));
  form("tag-form", (data) => send("tag", { tag: data.get("text"), change: Number(data.get("number")) }));
}

export function draw(device, { id }) {
  const { users = [], user, tags = [] } = device.app || {};
  replace($("users"), users, (name) => new Option(name, name));
  $("users").value = user || "";
  replace($("tags"), tags, (tag) => listItem(`${tag.name} ${tag.count}`));
  drawPlace({ id, place: device.place });
}

export function flags({ app, network, clockAheadSeconds, place }) {
  const hours = Math.round(clockAheadSeconds / 3600);
  const flags = app ? [
    [app.isForeground ? "foreground" : "background", app.isForeground && "on"],
    [`${app.waitingEvents} events waiting`], [`${app.postedEvents} events delivered`, app.postedEvents && "on"],
  ] : [["home screen"]];
  if (network !== "online") flags.push([`network ${network}`, "bad"]);
  if (hours) flags.push([`clock + ${hours >= 48 ? `${Math.round(hours / 24)} d` : `${hours} h`}`]);
  if (place) flags.push([`at ${describe(place)}`]);
  return flags;
}

export function news(old, device, isSameApp) {
  const words = [];
  if (old.network !== device.network) words.push(`Network: ${device.network}`);
  if (isSameApp && old.app.isForeground !== device.app.isForeground) {
    words.push(device.app.isForeground ? "In the foreground" : "In the background");
  }
  return words;
}
