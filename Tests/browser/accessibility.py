"""The rules of axe, in the page of a browser."""
from axe_playwright_python.sync_playwright import Axe


def violations(page, **options):
    """What breaks the rules: a sentence for each element. The engine goes into a page once, because its text is long."""
    if not page.evaluate("'axe' in window"):
        page.evaluate(Axe().axe_script)
    # What is still changing its colour, after a change of scheme for one, has no contrast to measure yet.
    page.evaluate("""() => {
        for (const change of document.getAnimations()) {
            if (change.effect.getComputedTiming().endTime !== Infinity) change.finish();
        }
    }""")
    found = page.evaluate(
        "options => axe.run(options).then((found) => found.violations)", {"resultTypes": ["violations"], **options})
    return [f"{fault['id']}: {node['html'][:300]} {node.get('failureSummary', '')[:300]}" for fault in found for node in fault["nodes"]]
