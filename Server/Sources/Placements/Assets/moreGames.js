function show(content) {
  head(content);
  for (const game of content.items || []) {
    const row = button("", () => run(game.buy_dispatch), "game");
    const icon = picture(typeof game.image === "string" ? { url: game.image } : game.image, "");
    if (icon) row.append(icon);
    row.append(game.title);
  }
  closing(content);
}
