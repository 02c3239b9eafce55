"use strict";
// The commands of a unit, as addresses that the app's web view takes and does not load.
const waiting = new Map();
let number = 0;
window.PlayHaven = { nativeAPI: { callback(id, response, error) {
  const answer = waiting.get(String(id));
  waiting.delete(String(id));
  if (answer) answer(response, error);
} } };

function send(command, context, answer) {
  const parts = [];
  if (answer) {
    number += 1;
    const id = `unit-${number}`;
    waiting.set(id, answer);
    parts.push(`callback=${id}`);
  }
  if (context) parts.push(`context=${encodeURIComponent(JSON.stringify(context))}`);
  const frame = document.createElement("iframe");
  frame.hidden = true;
  frame.src = `ph://${command}${parts.length ? "?" : ""}${parts.join("&")}`;
  document.documentElement.append(frame);
  setTimeout(() => frame.remove(), 1000);
}

// An app of today asks for the address itself; for older ones the page asks, and the answer is not looked at.
function report(address) {
  if (!address) return;
  if (window.marqueePlacements) send("track", { url: address });
  else new Image().src = address;
}

function run(dispatch, answer) {
  if (!dispatch) return;
  if (dispatch.type === "track") report(dispatch.parameters.url);
  else send(dispatch.type, dispatch.parameters, answer);
}

function dismiss(content) { run(content.dismiss_dispatch || { type: "dismiss", parameters: {} }); }

function add(name, text, className) {
  const element = document.createElement(name);
  if (text) element.textContent = text;
  if (className) element.className = className;
  document.body.append(element);
  return element;
}

function button(text, action, className) {
  const element = add("button", text, className);
  element.type = "button";
  element.addEventListener("click", action);
  return element;
}

function head(content) {
  document.title = content.title || "";
  if (content.title) add("h1", content.title);
  if (content.message) add("p", content.message);
}

function picture(image, alt) {
  const landscape = window.innerWidth > window.innerHeight;
  const names = landscape ? ["PH_LANDSCAPE", "PH_PORTRAIT"] : ["PH_PORTRAIT", "PH_LANDSCAPE"];
  const chosen = image && (image.url ? image : image[names[0]] || image[names[1]]);
  if (!chosen) return null;
  const element = document.createElement("img");
  element.src = chosen.url;
  element.alt = alt || "";
  return element;
}

function closing(content, text) { button(text || "Close", () => dismiss(content), "quiet"); }

window.addEventListener("DOMContentLoaded", () => send("loadContext", null, (context) => {
  const content = context && context.content;
  if (!content) return;
  show(content);
  run(content.complete_dispatch);
}));
