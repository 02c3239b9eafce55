"""The rules of axe, in the page of a browser."""
from axe_playwright_python.sync_playwright import Axe

# The frame of the portal's pages has most of their elements, and is the same on many.
FRAME = "header.side"
# Its text, without what forms hide, and all else that its look depends on. Nothing for a page without a frame.
LOOK_OF_FRAME = """([frame, options]) => {
    const copy = document.querySelector(frame)?.cloneNode(true);
    copy?.querySelectorAll("input[type=hidden]").forEach((field) => field.remove());
    const isDark = matchMedia("(prefers-color-scheme: dark)").matches;
    return copy ? JSON.stringify([copy.outerHTML, innerWidth, innerHeight, isDark, options]) : null;
}"""
RUN = """([excluded, options]) => axe.run(excluded.length ? {exclude: excluded} : document, options)
    .then((found) => found.violations)"""
without_faults = set()


def violations(page, **options):
    """What breaks the rules: a sentence for each element. A frame in which nothing was found is not looked at again.
    The engine goes into a page once, because its text is long."""
    if not page.evaluate("'axe' in window"):
        page.evaluate(Axe().axe_script)
    # What is still changing its colour, after a change of scheme for one, has no contrast to measure yet.
    page.evaluate("""() => {
        for (const change of document.getAnimations()) {
            if (change.effect.getComputedTiming().endTime !== Infinity) change.finish();
        }
    }""")
    frame = page.evaluate(LOOK_OF_FRAME, [FRAME, options])
    found = page.evaluate(RUN, [[[FRAME]] if frame in without_faults else [], {"resultTypes": ["violations"], **options}])
    if frame and not found:
        without_faults.add(frame)
    return [f"{fault['id']}: {node['html'][:300]} {node.get('failureSummary', '')[:300]}" for fault in found for node in fault["nodes"]]
