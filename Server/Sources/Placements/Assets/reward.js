function show(content) {
  head(content);
  const image = picture(content.image, content.title);
  if (image) document.body.append(image);
  button(content.button_text || "Collect", () => run(content.success_dispatch, (answer, error) => {
    if (!error) report(content.unlock_ping);
    dismiss(content);
  }));
}
