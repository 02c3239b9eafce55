function show(content) {
  document.title = content.title || "";
  const image = picture(content.image, content.title || content.alt);
  if (content.touch_dispatch) button("", () => run(content.touch_dispatch), "picture").append(image);
  else document.body.append(image);
  closing(content);
}
