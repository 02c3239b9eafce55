// The sample game on the app's own screen, its shop, and the store's sheet.
import { $, replace } from "/lab/assets/drawing.js";

export function setUpGame(send) {
  $("game-stone").onclick = () => send("putStone");
  $("game-more").onclick = () => send("present", { tag: "more_games" });
  $("game-shop").onclick = () => {
    $("game-shelf").hidden = !$("game-shelf").hidden;
    $("game-shop").setAttribute("aria-expanded", String(!$("game-shelf").hidden));
  };
  for (const button of $("store-sheet").querySelectorAll("[data-answer]")) {
    button.onclick = () => send("settle", { answer: button.dataset.answer });
  }
  $("game-shelf").onclick = (event) => {
    const button = event.target.closest("button");
    if (button) send("buy", { product: button.dataset.product });
  };
}

const write = (id, text) => { if ($(id).textContent !== text) $(id).textContent = text; };

function product({ id, price }) {
  const button = document.createElement("button");
  button.type = "button";
  button.dataset.product = id;
  button.append(id, Object.assign(document.createElement("b"), { textContent: price || "not sold" }));
  const item = document.createElement("li");
  item.append(button);
  return item;
}

/** Draws the game of the app in front; without one there is none. */
export function drawGame(game, account) {
  $("game").hidden = !game;
  const opened = game ? game.opened : "";
  $("left").hidden = !opened;
  write("left", opened);
  drawSheet(game && game.sheet, account);
  if (!game) return;
  write("game-level", `Level ${game.level}`);
  write("game-stones", "▰".repeat(game.stones) + "▱".repeat(5 - game.stones));
  $("game-stones").title = `${game.stones} of 5 stones`;
  write("game-sound", game.isSoundOn ? "♪ sound on" : "sound muted");
  $("game-sound").dataset.on = String(game.isSoundOn);
  write("game-purse", game.purse.length ? `Purse: ${game.purse.map(({ name, amount }) => `${amount} ${name}`).join(", ")}` : "Your purse is empty");
  $("game-badge").hidden = !game.badge;
  write("game-badge", game.badge);
  replace($("game-shelf"), game.shelf, product);
  write("game-message", game.pending ? `${game.pending} purchase waits for a parent` : game.message);
}

function drawSheet(sheet, account) {
  const dialog = $("store-sheet");
  if (sheet) {
    write("sheet-account", account === "sandbox" ? "(sandbox account)" : "");
    write("sheet-text", `${sheet.quantity} × ${sheet.product} for ${sheet.price}?`);
  }
  if (dialog.hidden === !sheet) return;
  dialog.hidden = !sheet;
  if (sheet) dialog.querySelector("button").focus({ preventScroll: true });
}
