// The tab of the content hub: how it is presented, and what its pages may reach.
import { $, form, listItem, press, replace } from "/lab/assets/drawing.js";
import { setUpScreen } from "/lab/assets/hub-screen.js";

export { clearScreen, drawScreen } from "/lab/assets/hub-screen.js";

let mode = "modal"; // how the next hub is presented

export function setUp(send) {
  setUpScreen(send);
  const present = (values) => send("present", { mode, ...values });
  for (const button of $("mode").children) {
    button.onclick = () => { mode = button.dataset.value; press($("mode"), mode); };
  }
  form("whitelist-form", (data) => send("whitelist", { domain: data.get("text") }));
  form("present-form", (data) => {
    const tags = data.get("tags").split(",").map((tag) => tag.trim()).filter(Boolean);
    present({ uri: data.get("uri") || undefined, tags: tags.length ? tags : undefined, entryPoint: data.get("entryPoint") || undefined });
  });
  $("open-app").onclick = () => present({ entryPoint: "home screen" });
  $("history-back").onclick = () => send("back");
  $("history-forward").onclick = () => send("forward");
}

export function draw(hub) {
  $("watch-hub").hidden = !hub;
  if (!hub) return;
  $("download-row").hidden = !hub.isDownloading;
  $("download").value = hub.progress;
  const visits = hub.history.length ? hub.history : [{ title: "No page yet", uri: "", isCurrent: false }];
  replace($("history"), visits, (visit) => {
    const item = listItem(visit.title);
    item.title = visit.uri;
    if (visit.isCurrent) item.setAttribute("aria-current", "page");
    return item;
  });
  const shown = $("history").querySelector("[aria-current]");
  if (shown) $("history").scrollLeft = shown.offsetLeft - $("history").clientWidth / 2;
  $("history-back").disabled = !hub.controls || !hub.controls.canGoBack;
  $("history-forward").disabled = !hub.controls || !hub.controls.canGoForward;
}

export function flags(hub) {
  const flags = [
    ["ready", hub.isReady && "on"], ["downloading", hub.isDownloading && "on"], ["displaying", hub.isDisplaying && "on"],
    [hub.release ? `release ${hub.release}` : "no release shown", hub.release && "on"],
  ];
  if (hub.isDisabled) flags.push(["disabled", "bad"]);
  return flags;
}

export function news(old, hub, isSameApp) {
  const words = [];
  if (hub.page && (!old.page || !isSameApp || old.page.visit !== hub.page.visit)) words.push(`Shown: ${hub.page.title || hub.page.uri}`);
  if (!isSameApp) return words;
  if (old.isDisplaying && !hub.isDisplaying) words.push("The hub is closed");
  if (old.release !== hub.release && hub.release) words.push(`Release ${hub.release}`);
  return words;
}
