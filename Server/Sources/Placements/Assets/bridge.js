"use strict";
// Marquee's SDK has a channel for commands. Other SDKs take them as addresses that their web view does not load.
const channel = window.webkit && window.webkit.messageHandlers && window.webkit.messageHandlers.marqueePlacements;
const waiting = new Map();
let number = 0;
window.PlayHaven = { nativeAPI: { callback(id, response, error) {
  const answer = waiting.get(String(id));
  waiting.delete(String(id));
  if (answer) answer(response, error);
} } };

function send(command, context, answer) {
  let callback = null;
  if (answer) {
    number += 1;
    callback = `unit-${number}`;
    waiting.set(callback, answer);
  }
  if (channel) {
    channel.postMessage(JSON.stringify({ command, callback, context }));
    return;
  }
  const parts = [];
  if (callback) parts.push(`callback=${callback}`);
  if (context) parts.push(`context=${encodeURIComponent(JSON.stringify(context))}`);
  const frame = document.createElement("iframe");
  frame.hidden = true;
  frame.src = `ph://${command}${parts.length ? "?" : ""}${parts.join("&")}`;
  document.documentElement.append(frame);
  setTimeout(() => frame.remove(), 1000);
}

// Marquee's SDK asks for the address itself. With others the page asks, as for a picture.
function report(address) {
  if (!address) return;
  if (channel) send("track", { url: address });
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

// An empty line that is read aloud when something is written into it.
function alertLine() {
  const line = add("p");
  line.setAttribute("role", "alert");
  return line;
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

function closing(content, text) { return button(text || "Close", () => dismiss(content), "quiet"); }

window.addEventListener("DOMContentLoaded", () => send("loadContext", null, (context) => {
  const content = context && context.content;
  if (!content) return;
  show(content);
  run(content.complete_dispatch);
}));
