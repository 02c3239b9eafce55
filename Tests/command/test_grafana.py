"""The board and the alert rules in docs/grafana name metrics and labels that a running server exports."""
import json
import pathlib
import re

import pytest
import yaml

from test_serving import brand, serving  # noqa: F401 (brand is a fixture)

FOLDER = pathlib.Path(__file__).resolve().parents[2] / "docs/grafana"
# Prometheus itself adds these.
OWN_METRICS, OWN_LABELS = {"up"}, {"instance", "job"}
# Only a server that ends TLS itself has a certificate.
WITH_TLS = {"marquee_certificate_expiry_seconds": set()}
FUNCTIONS = {"histogram_quantile", "increase", "max", "or", "rate", "sum", "time", "topk", "vector"}
SAMPLE = re.compile(r"^(\w+)(?:\{(.*)\})? \S+$", re.M)
LABEL = re.compile(r'(\w+)="(?:[^"\\]|\\.)*"')
TEXT = re.compile(r'"(?:[^"\\]|\\.)*"')


def board():
    panels = json.loads((FOLDER / "marquee.json").read_text(encoding="utf-8"))["panels"]
    return [(panel["title"], target["expr"]) for panel in panels for target in panel["targets"]]


def alerts():
    [group] = yaml.safe_load((FOLDER / "alerts.yml").read_text(encoding="utf-8"))["groups"]
    return [(rule["alert"], rule["expr"]) for rule in group["rules"]]


def labels_of_metrics(text):
    """The labels of each metric that a server exports."""
    found = {}
    for name, labels in SAMPLE.findall(text):
        found.setdefault(name, set()).update(LABEL.findall(labels))
    return found


def names(expression):
    """The metrics of an expression with the labels that belong to each, and all other words."""
    metrics = {}
    rest = TEXT.sub('""', expression)
    # Labels in braces belong to the metric in front; those that a sum keeps, to all metrics of the expression.
    for name, matchers in re.findall(r"(\w+)\{([^}]*)\}", rest):
        metrics.setdefault(name, set()).update(re.findall(r"(\w+)\s*(?:=~|!~|!=|=)", matchers))
    kept = {label for group in re.findall(r"\bby \(([^)]*)\)", rest) for label in re.findall(r"\w+", group)}
    rest = re.sub(r"\bby \([^)]*\)|\{[^}]*\}|\[\d+[smhd]\]", " ", rest)
    return metrics, kept, set(re.findall(r"[A-Za-z_]\w*", rest)) - set(metrics)


@pytest.fixture
def exported(brand):  # noqa: F811
    with serving(brand, flags=("--operations-port", "0")) as server:
        operations = server.operations()
        assert server.get("/healthz")[0] == 200
        server.post(1)
        found = labels_of_metrics(server.get("/metrics", operations)[1])
    assert "route" in found["marquee_requests_total"]
    return found


def test_board_and_alerts_name_what_a_server_exports(exported):
    known = exported | WITH_TLS | {name: set() for name in OWN_METRICS}
    shown = set()
    for title, expression in board() + alerts():
        metrics, kept, words = names(expression)
        assert metrics, title
        assert words <= FUNCTIONS, f"{title}: {words - FUNCTIONS}"
        assert expression.count("(") == expression.count(")"), title
        for metric, labels in metrics.items():
            assert metric in known, f"{title}: {metric}"
            assert labels <= known[metric] | OWN_LABELS, f"{title}: {metric} has no {labels - known[metric]}"
            assert kept <= known[metric] | OWN_LABELS, f"{title}: {metric} has no {kept - known[metric]}"
        shown |= set(metrics)
    # A new metric belongs on the board. Of a histogram, the board shows the buckets.
    assert {name for name in exported if not name.endswith(("_sum", "_count"))} <= shown


def test_each_alert_says_what_happens_and_how_bad_it_is():
    [group] = yaml.safe_load((FOLDER / "alerts.yml").read_text(encoding="utf-8"))["groups"]
    for rule in group["rules"]:
        assert rule["labels"]["severity"] in ("critical", "warning", "info"), rule["alert"]
        assert set(rule["annotations"]) == {"summary", "description"}, rule["alert"]
    assert len({rule["alert"] for rule in group["rules"]}) == len(group["rules"])


def test_the_panels_do_not_overlap():
    panels = json.loads((FOLDER / "marquee.json").read_text(encoding="utf-8"))["panels"]
    places = set()
    for panel in panels:
        place = panel["gridPos"]
        own = {(x, y) for x in range(place["x"], place["x"] + place["w"]) for y in range(place["y"], place["y"] + place["h"])}
        assert not own & places and place["x"] + place["w"] <= 24, panel["title"]
        places |= own
    assert len({panel["id"] for panel in panels}) == len(panels)
