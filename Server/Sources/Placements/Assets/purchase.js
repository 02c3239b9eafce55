function show(content) {
  head(content);
  const image = picture(content.image, content.title);
  if (image) document.body.append(image);
  const line = alertLine();
  const buy = button(content.button_text || "Buy", () => {
    buy.disabled = true;
    line.textContent = "";
    report(content.attempt_ping);
    run(content.buy_dispatch, (answer) => {
      buy.disabled = false;
      if (answer && answer.resolution === "buy") {
        line.textContent = "Thank you for your purchase.";
        buy.hidden = true;
        close.focus();
      } else if (!answer || answer.resolution !== "cancel") line.textContent = "The purchase failed.";
    });
  });
  const close = closing(content);
}
