function show(content) {
  head(content);
  const image = picture(content.image, content.title);
  if (image) document.body.append(image);
  const buy = button(content.button_text || "Buy", () => {
    buy.disabled = true;
    report(content.attempt_ping);
    run(content.buy_dispatch, (answer) => {
      buy.disabled = false;
      if (answer && answer.resolution === "buy") dismiss(content);
    });
  });
  closing(content);
}
