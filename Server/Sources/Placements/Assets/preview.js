"use strict";
// Answers the template in place of an app, for people who edit the unit. What it asks for beside its content is not done.
{
  const content = JSON.parse(document.getElementById("content").textContent);
  const postMessage = (text) => {
    const message = JSON.parse(text);
    if (message.command === "loadContext") window.PlayHaven.nativeAPI.callback(message.callback, { content }, null);
  };
  window.webkit = { messageHandlers: { marqueePlacements: { postMessage } } };
}
