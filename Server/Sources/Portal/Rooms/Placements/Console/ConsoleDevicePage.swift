import PlatformStore

/// The page of one device in the test console.
struct ConsoleDevicePage: Sendable {
    struct Group: Sendable {
        let heading: String
        let checks: [Check]
    }

    struct Check: Sendable {
        let title: String
        let sentence: String
        let isPassed: Bool
        let isFailed: Bool
        /// Where the request is that decided; `nil` if the page does not show it.
        let request: String?
    }

    struct Step: Sendable {
        let heading: String
        let sentence: String
        let isFailed: Bool
    }

    /// How many lines a page has.
    private static let size = 200

    let frame: PageFrame
    let id: String
    let isEnabled: Bool
    let mayChange: Bool
    let address: String
    /// Where a script reads the page again.
    let again: String
    /// Where a script hears of changes.
    let stream: String
    let export: String
    let removal: String
    let step: Step
    let summary: String
    let groups: [Group]
    let lines: [ConsoleLine]
    let hasLines: Bool
    /// Whether the page shows the latest requests, and so changes.
    let isFirst: Bool
    let older: String?

    /// - Parameters:
    ///   - requests: the latest first.
    ///   - before: the id of the request before which the page begins.
    init(
        frame: PageFrame, device: ConsoleDevice, app: String, mayChange: Bool, requests: [PlacementRequestRecord],
        report: ConsoleReport, before: String?
    ) {
        self.frame = frame
        self.mayChange = mayChange
        id = device.id
        isEnabled = device.isEnabled
        let address = ConsolePath.device(device.id)
        let again = "\(address)?app=\(app)"
        self.address = address
        self.again = again
        stream = "\(address)/events?app=\(app)"
        export = "\(address)/log.csv?app=\(app)"
        removal = "\(address)/remove?app=\(app)"
        let rest = requests.drop { request in before.map { request.id >= $0 } ?? false }
        let shown = rest.prefix(Self.size)
        lines = shown.map { ConsoleLine($0, report.findings[$0.id] ?? []) }
        hasLines = !lines.isEmpty
        isFirst = before == nil
        older = rest.count > shown.count ? shown.last.map { "\(again)&before=\($0.id)" } : nil
        let ids = Set(shown.map(\.id))
        let checks = report.verdicts.map { verdict in
            (
                verdict.check.group,
                Check(
                    title: verdict.check.title, sentence: verdict.sentence, isPassed: verdict.state == .passed,
                    isFailed: verdict.state == .failed,
                    request: verdict.request.flatMap { ids.contains($0.id) ? "#r-\($0.id)" : nil })
            )
        }
        groups = checks.reduce(into: [Group]()) { groups, next in
            if groups.last?.heading == next.0, let group = groups.popLast() {
                groups.append(Group(heading: next.0, checks: group.checks + [next.1]))
            } else {
                groups.append(Group(heading: next.0, checks: [next.1]))
            }
        }
        step = Self.step(report.next, isWhole: report.count(.passed) == report.verdicts.count)
        let (passed, failed) = (report.count(.passed), report.count(.failed))
        summary = "\(passed) of \(report.verdicts.count) checks passed, \(failed) failed"
    }

    private static func step(_ next: ConsoleReport.Verdict?, isWhole: Bool) -> Step {
        guard let next else {
            return Step(
                heading: isWhole ? "All checks passed" : "Done",
                sentence: "This integration is complete. Start over to test it once more.",
                isFailed: false)
        }
        return next.state == .failed
            ? Step(heading: "Put right: \(next.check.title)", sentence: next.sentence, isFailed: true)
            : Step(heading: "Next step: \(next.check.title)", sentence: next.sentence, isFailed: false)
    }
}
