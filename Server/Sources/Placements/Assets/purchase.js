function show(content) {
  head(content);
  const image = picture(content.image, content.title);
  if (image) document.body.append(image);
  const problem = alertLine();
  const buy = button(content.button_text || "Buy", () => {
    buy.disabled = true;
    problem.textContent = "";
    report(content.attempt_ping);
    run(content.buy_dispatch, (answer) => {
      buy.disabled = false;
      if (answer && answer.resolution === "buy") dismiss(content);
      else if (!answer || answer.resolution !== "cancel") problem.textContent = "The purchase failed.";
    });
  });
  closing(content);
}
