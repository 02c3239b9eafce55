// What stands over the ad while a person decides: the native player, and the question before a picture or an event.
const $ = (id) => document.getElementById(id);
let tell = () => {};
let log = () => {};
let isOffline = () => false;
let isPlaying = false;
let asked = null;        // the command that waits for an answer, and what had the keyboard before

export function play(url) {
  $("player-url").textContent = url;
  isPlaying = true;
  $("player").hidden = false;
  $("player-end").focus();
}

function endVideo(input) {
  if (!isPlaying) return;
  isPlaying = false;
  $("player").hidden = true;
  tell(input);
}

/** Asks for a command. The question covers the ad, takes the keyboard while it stands, and gives it back. */
export function ask(command, words, detail) {
  if (asked) answer(false);
  tell({ name: "covered" });
  asked = { command, before: document.activeElement };
  $("ask-text").textContent = words;
  $("ask-detail").textContent = detail;
  $("ask").hidden = false;
  $("area").inert = true;
  $("decline").focus();
}

function answer(isAllowed) {
  if (!asked) return;
  const { command, before } = asked;
  clearAsks();
  if (before && before.isConnected) before.focus();
  if (!isAllowed) tell({ name: "failed", command, text: "The user declined" });
  else if (command === "storePicture" && isOffline()) tell({ name: "failed", command, text: "The phone is offline" });
  else log("note", command, "Done, as far as this phone does anything");
  tell({ name: "uncovered" });
}

export function clearAsks() {
  [isPlaying, asked] = [false, null];
  $("player").hidden = true;
  $("ask").hidden = true;
  $("area").inert = false;
}

export function setUpAsks(stage) {
  ({ tell, log, isOffline } = stage);
  $("player-end").onclick = () => endVideo({ name: "videoEnded" });
  $("player-fail").onclick = () => endVideo({ name: "failed", command: "playVideo", text: "The video cannot be played" });
  $("allow").onclick = () => answer(true);
  $("decline").onclick = () => answer(false);
  $("ask").addEventListener("keydown", (event) => {
    if (event.key === "Escape") answer(false);
    if (event.key !== "Tab") return;
    event.preventDefault();
    (document.activeElement === $("allow") ? $("decline") : $("allow")).focus();
  });
}
