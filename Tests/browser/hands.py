"""Two ways to use a page: with a pointer, and with a keyboard alone. A test says what is done, the hands how."""
from playwright.sync_api import expect


class Mouse:
    """Clicks what it uses, and types where it clicked."""

    def __init__(self, page):
        self.page = page
        # Playwright begins to catch choosers with the first listener, and does not wait for the browser to know: a key would be faster.
        page.on("filechooser", lambda _: None)

    def press(self, target):
        target.click()

    def write(self, target, text):
        """Types at the end of a field."""
        target.click()
        self.page.keyboard.press("Control+End")
        self.page.keyboard.type(text)

    def rewrite(self, target, text):
        target.click()
        self.page.keyboard.press("Control+a")
        self.page.keyboard.type(text)

    def choose_file(self, target, *files):
        with self.page.expect_file_chooser() as chooser:
            target.click()
        chooser.value.set_files(list(files))

    def set_time(self, target, digits, value):
        target.fill(value)

    def go(self, name):
        """Follows a link of the menu. Whether a page of this width has one is known when its style is there."""
        self.page.wait_for_load_state()
        menu = self.page.locator("header summary", has_text="Menu")
        if menu.is_visible():
            menu.click()
        self.page.get_by_role("navigation", name="Portal").get_by_role("link", name=name, exact=True).click()


class Keyboard(Mouse):
    """Comes to everything by the Tab key. What has the focus has to be on the screen, with a ring."""

    def reach(self, target):
        expect(target).to_be_attached()
        for _ in range(600):
            state = target.evaluate(
                """target => ({
                  here: target === document.activeElement, fresh: document.activeElement === document.body,
                  skip: document.activeElement.className === "skip", main: target.closest("main") !== null,
                })""")
            if state["here"]:
                break
            # The first stop of each page leads over its menu.
            self.page.keyboard.press("Enter" if state["skip"] and state["main"] else "Tab")
        assert state["here"], f"the Tab key does not come to {target}"
        assert target.evaluate("""target => {
          const shown = target.matches("input[type=file]") ? target.closest("label") : target;
          const box = shown.getBoundingClientRect();
          return target.matches(":focus-visible") && box.bottom > 0 && box.top < innerHeight && box.right > 0 && box.left < innerWidth;
        }"""), f"{target} has the focus and is not seen"

    def press(self, target):
        self.reach(target)
        self.page.keyboard.press("Enter")

    def write(self, target, text):
        self.reach(target)
        self.page.keyboard.press("Control+End")
        self.page.keyboard.type(text)

    def rewrite(self, target, text):
        self.reach(target)
        self.page.keyboard.press("Control+a")
        self.page.keyboard.type(text)

    def choose_file(self, target, *files):
        self.reach(target.locator("input"))
        with self.page.expect_file_chooser() as chooser:
            self.page.keyboard.press("Enter")
        chooser.value.set_files(list(files))

    def set_time(self, target, digits, value):
        """Month, day and year; then hour, minute and half of the day."""
        self.reach(target)
        self.page.keyboard.type(digits[:8])
        self.page.keyboard.press("ArrowRight")
        self.page.keyboard.type(digits[8:])

    def go(self, name):
        self.page.wait_for_load_state()
        menu = self.page.locator("header summary", has_text="Menu")
        if menu.is_visible():
            self.press(menu)
        self.press(self.page.get_by_role("navigation", name="Portal").get_by_role("link", name=name, exact=True))
