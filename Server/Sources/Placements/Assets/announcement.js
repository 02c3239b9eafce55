function show(content) {
  head(content);
  if (content.touch_dispatch) {
    button(content.button_text || "More", () => run(content.touch_dispatch));
    closing(content);
  } else {
    button(content.button_text || "OK", () => dismiss(content));
  }
}
