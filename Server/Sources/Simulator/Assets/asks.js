// The elements over the ad while a person decides: the native player, and the question before a picture or an event.
const $ = (id) => document.getElementById(id);
let tell = () => {};
let log = () => {};
let isOffline = () => false;
let playing = null;      // the page whose video plays
let asked = null;        // the command that waits for an answer, its page, and what had the keyboard before

/** Plays a page's video. One that plays ends. */
export function play(url, page) {
  endVideo({ name: "videoEnded" });
  $("player-url").textContent = url;
  playing = page;
  $("player").hidden = false;
  $("player-end").focus();
}

function endVideo(input) {
  if (!playing) return;
  const page = playing;
  playing = null;
  $("player").hidden = true;
  tell({ ...input, page });
}

/** Asks for a command. The question covers the ad, takes the keyboard while it stands, and gives it back. */
export function ask(command, page, words, detail) {
  if (asked) answer(false);
  tell({ name: "covered" });
  asked = { command, page, before: document.activeElement };
  $("ask-text").textContent = words;
  $("ask-detail").textContent = detail;
  $("ask").hidden = false;
  $("area").inert = true;
  $("decline").focus();
}

function answer(isAllowed) {
  if (!asked) return;
  const { command, page, before } = asked;
  clearAsks();
  if (before && before.isConnected) before.focus();
  if (!isAllowed) tell({ name: "failed", command, page, text: "The user declined" });
  else if (command === "storePicture" && isOffline()) tell({ name: "failed", command, page, text: "The phone is offline" });
  else log("note", command, "Done, as far as this phone does anything");
  tell({ name: "uncovered" });
}

export function clearAsks() {
  [playing, asked] = [null, null];
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
