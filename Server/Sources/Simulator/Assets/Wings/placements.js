// The tab of placements: requests with their outcomes, the badge, the store, rewards, the player, and mistakes to try.
import { $, form, listItem, replace } from "/lab/assets/drawing.js";
import { drawGame, setUpGame } from "/lab/assets/game-screen.js";
import { drawUnits, setUpUnits } from "/lab/assets/unit-screen.js";

let send = () => {};
let measured = ""; // the size of the phone's screen that the SDK knows

export function setUp(sender) {
  send = sender;
  setUpGame(send);
  setUpUnits(send);
  const fields = $("placements-form").elements;
  form("placements-form", (data) => send("present", { tag: data.get("tag"), overlay: data.get("overlay") }));
  $("placements-preload").onclick = () => { if ($("placements-form").reportValidity()) send("preload", { tag: fields.tag.value }); };
  $("placements-cancel").onclick = () => { if ($("placements-form").reportValidity()) send("cancel", { tag: fields.tag.value }); };
  form("placements-custom-form", (data) => send("customID", { id: data.get("id") }));
  form("placements-plugin-form", (data) => send("plugin", { id: data.get("id") }));
  new ResizeObserver(() => { measured = ""; measure(); }).observe($("screen"));
}

// The SDK places units by the size of the screen, which only the page knows.
function measure() {
  const { clientWidth: width, clientHeight: height } = $("screen");
  const size = `${width}x${height}`;
  if (measured === size || $("main").inert || width < 100 || height < 100) return;
  measured = size;
  send("resizeScreen", { width, height });
}

export function draw(placements, state) {
  const game = placements && placements.game;
  $("placements-none").hidden = !state.device.app || Boolean(game);
  for (const group of document.querySelectorAll("#wing-placements .of-game")) group.disabled = !game;
  $("placements-approve").disabled = !game || game.pending === 0;
  $("placements-acknowledge").disabled = !game || !game.isHoldingReward;
  $("placements-kill").disabled = !game;
  replace($("placements-runs"), game ? game.runs : [], run);
  replace($("placements-deliveries"), game ? game.deliveries : [], delivery);
  write("placements-opens", game ? `${game.opens} in this run${game.lastOpen ? `; the last one: ${game.lastOpen}` : ""}` : "");
  write("placements-purchases", game ? `Reports of purchases: ${game.sentReports} sent, ${game.waitingReports} waiting` : "");
  write("placements-waiting", game ? `${game.waitingRewards} unlocked and not acknowledged` : "");
  drawFacts(game ? [
    ["Install", game.install], ["Test device", game.isTestDevice ? "yes, registered by the phone" : "no"],
    ["Custom id", game.customID], ["Plug-in id", game.plugin || "ios"],
  ] : []);
}

export function drawScreen(placements) {
  const game = placements && placements.game;
  measure();
  drawGame(game, placements && placements.account);
  drawUnits(game ? game.stages : []);
}

export function clearScreen() {
  measured = "";
  drawUnits([]);
}

const write = (id, text) => { if ($(id).textContent !== text) $(id).textContent = text; };

function run({ placement, kind, steps, outcome, reason, isGood }) {
  const item = listItem("", isGood ? "" : "failed");
  const state = outcome ? `${outcome}${reason ? `: ${reason}` : ""}` : "under way";
  item.append(`${kind} ${placement}: `, Object.assign(document.createElement("b"), { textContent: state }));
  if (steps.length) item.append(Object.assign(document.createElement("span"), { className: "of", textContent: ` (${steps.join(", ")})` }));
  return item;
}

const delivery = ({ name, quantity, receipt, isNew }) =>
  listItem(`${quantity} × ${name}, receipt ${receipt}…${isNew ? "" : ": delivered again, and not counted again"}`);

function drawFacts(facts) {
  const list = $("placements-facts");
  const key = JSON.stringify(facts);
  if (list.dataset.drawn === key) return;
  list.dataset.drawn = key;
  list.replaceChildren(...facts.flatMap(([name, value]) => [
    Object.assign(document.createElement("dt"), { textContent: name }),
    Object.assign(document.createElement("dd"), { textContent: value || "none" }),
  ]));
}

export function flags({ game, fault, system }) {
  const flags = [];
  if (game && !game.isSoundOn) flags.push(["sound muted", "on"]);
  if (game && game.isTestDevice) flags.push(["test device"]);
  if (fault !== "none") flags.push([`mistake: ${{ wrongSecret: "wrong secret", oldVersion: "old SDK", missingPrice: "no price" }[fault]}`, "bad"]);
  if (system === "old") flags.push(["old system", "bad"]);
  return flags;
}

export function news(old, placements, isSameApp) {
  const words = [];
  const [was, is] = [old.game, placements.game];
  if (!isSameApp || !was || !is) return words;
  const covered = (game) => game.stages.some((stage) => stage.hasOverlay);
  if (!covered(was) && covered(is)) words.push("A content unit covers the app");
  if (covered(was) && !covered(is)) words.push("The content unit is closed");
  if (was.badge !== is.badge && is.badge) words.push(`Badge: ${is.badge}`);
  if (is.sheet && !was.sheet) words.push("The store asks");
  return words;
}
