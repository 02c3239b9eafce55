// Tabs by the ARIA pattern: one of them is in the tab order, and the arrow keys move between them.

/** Makes the tabs of a list choose; `choose` is called with the chosen tab. Returns the function that chooses. */
export function setUpTabs(list, choose) {
  const tabs = [...list.querySelectorAll("[role=tab]")];
  const select = (tab) => {
    for (const other of tabs) {
      other.setAttribute("aria-selected", String(other === tab));
      other.tabIndex = other === tab ? 0 : -1;
    }
    choose(tab);
  };
  for (const [index, tab] of tabs.entries()) {
    tab.onclick = () => select(tab);
    tab.onkeydown = (event) => {
      const steps = { ArrowRight: index + 1, ArrowLeft: index - 1, Home: 0, End: tabs.length - 1 };
      if (!(event.key in steps)) return;
      event.preventDefault();
      const next = tabs[(steps[event.key] + tabs.length) % tabs.length];
      select(next);
      next.focus();
    };
  }
  return select;
}
