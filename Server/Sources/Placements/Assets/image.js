function show(content) {
  document.title = content.title || "";
  const text = content.title || content.alt;
  const image = picture(content.image, text) || add("p", text);
  if (content.touch_dispatch) button("", () => run(content.touch_dispatch), "picture").append(image);
  else document.body.append(image);
  closing(content);
}
