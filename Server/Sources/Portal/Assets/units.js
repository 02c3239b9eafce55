// The editor of a unit works without this script: the page that comes back shows the pictures that are chosen. With it, they show at once.
"use strict";

(() => {
  const name = "[a-z0-9][a-z0-9._-]*";
  const library = new RegExp(`^/v3/pictures/${name}/(${name})/(${name})$`);

  for (const input of document.querySelectorAll('input[list="pictures"]')) {
    input.addEventListener("change", () => {
      const field = input.closest(".field");
      field.querySelector("img.chosen")?.remove();
      const address = input.value.trim();
      const parts = library.exec(address);
      if (!parts || ![...input.list.options].some((option) => option.value === address)) return;
      const image = document.createElement("img");
      image.className = "chosen";
      image.alt = `${field.querySelector("label").textContent}: preview`;
      image.src = `/portal/placements/pictures/${parts[1]}/${parts[2]}`;
      input.after(image);
    });
  }
})();
