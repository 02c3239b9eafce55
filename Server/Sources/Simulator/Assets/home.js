// The phone's home screen: an icon for each app of the server, and the button that leads back to it.
import { $, replace } from "/lab/assets/drawing.js";

// An app's colour follows from its id, so that it is the same on every phone.
const hue = (id) => [...id].reduce((sum, letter) => (sum * 31 + letter.codePointAt(0)) % 360, 7);

export function drawIcon(tile, { id, name }) {
  tile.textContent = ([...name.trim()][0] || "?").toUpperCase();
  tile.style.background = `linear-gradient(160deg, hsl(${hue(id)} 48% 42%), hsl(${hue(id)} 55% 27%))`;
}

function icon(app, send) {
  const button = document.createElement("button");
  button.type = "button";
  button.className = "app";
  button.dataset.app = app.id;
  const tile = document.createElement("span");
  tile.className = "icon";
  tile.setAttribute("aria-hidden", "true");
  drawIcon(tile, app);
  const state = document.createElement("span");
  state.className = "of";
  state.textContent = app.hasRelease ? (app.isRunning ? "in the background" : "") : "nothing published";
  button.append(tile, `${app.name} `, state);
  button.onclick = () => send("device.open", { app: app.id });
  const item = document.createElement("li");
  item.append(button);
  return item;
}

export function drawHome(device, send) {
  const focused = document.activeElement && document.activeElement.closest("#icons [data-app]");
  replace($("icons"), device.icons, (app) => icon(app, send));
  if (focused && !focused.isConnected) {
    [...$("icons").querySelectorAll("[data-app]")].find((button) => button.dataset.app === focused.dataset.app)?.focus();
  }
  $("no-apps").hidden = device.icons.length > 0;
  $("more-apps").hidden = device.iconsLeftOut === 0;
  $("more-apps").textContent = `${device.iconsLeftOut} more ${device.iconsLeftOut === 1 ? "app has" : "apps have"} no room here.`;
}
