function show(content) {
  head(content);
  const image = picture(content.image, content.title);
  if (image) document.body.append(image);
  button(content.button_text || "Collect", () => run(content.success_dispatch, () => dismiss(content)));
}
