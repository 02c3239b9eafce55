// In each template's frame: its channel to the SDK leads to the lab's page, and the SDK's answers come from there.
(() => {
  const lab = window.parent;
  const tell = (message) => lab.postMessage({ marqueeUnit: true, ...message }, "*");
  const respond = async (version, answer) => { {{answer}} };
  Object.defineProperty(window, "webkit", {
    value: { messageHandlers: { "{{handler}}": { postMessage: (text) => tell({ text: String(text) }) } } },
  });
  addEventListener("message", async (event) => {
    if (event.source !== lab || !event.data || event.data.marqueeUnit !== true) return;
    const { number, version, answer } = event.data;
    try {
      await respond(version, answer);
      tell({ answered: number });
    } catch (error) {
      tell({ answered: number, failure: String(error).slice(0, 200) });
    }
  });
})();
