import MarqueeWire
import PlatformStore

/// A kept request as the log shows it, copies it and exports it.
struct ConsoleLine: Sendable {
    struct Result: Sendable {
        let title: String
        let isPassed: Bool
        let sentence: String
    }

    struct Parameter: Sendable {
        let name: String
        let value: String
    }

    /// What the columns of an exported line say.
    static let heading = ["Time (UTC)", "Request", "Result", "Checks", "Answer", "Sent"]

    /// The anchor of the line.
    let id: String
    let time: String
    let clock: String
    let name: String
    let isPassed: Bool
    let results: [Result]
    let hasResults: Bool
    /// What was answered, in a sentence.
    let answer: String
    /// Method and path.
    let line: String
    let parameters: [Parameter]
    /// Time, request, result and checks in one line of text.
    let text: String

    private static let names: [PlacementRequestRecord.Route: String] = [
        .open: "Open request", .content: "Content request", .badge: "Badge request", .purchase: "Purchase",
        .impression: "Unit shown", .click: "Link opened", .dismiss: "Unit closed", .form: "Form answered",
    ]

    init(_ request: PlacementRequestRecord, _ findings: [ConsoleFinding]) {
        id = "r-\(request.id)"
        time = request.time.description
        clock = LocalTime.clock(request.time)
        let isPreload = request.route == .content && request.parameters["preload"] == "1"
        name = isPreload ? "Preload request" : Self.names[request.route] ?? request.route.rawValue
        isPassed = [.ok, .noContent].contains(request.outcome) && findings.allSatisfy(\.isPassed)
        results = findings.map { .init(title: $0.check.title, isPassed: $0.isPassed, sentence: $0.sentence) }
        hasResults = !results.isEmpty
        answer = request.detail
        line = request.line
        parameters = request.parameters.sorted { $0.key < $1.key }.map { .init(name: $0.key, value: $0.value) }
        let checks = findings.map { "\($0.check.title): \(Self.word($0.isPassed))" }.joined(separator: "; ")
        text = [
            "\(request.time.description.prefix(10)) \(clock) UTC", name, Self.word(isPassed),
            checks.isEmpty ? request.detail : checks,
        ].map(Self.oneLine).joined(separator: "\t")
    }

    /// The columns of ``heading``.
    var cells: [String] {
        let checks = results.map { "\($0.title): \(Self.word($0.isPassed)). \($0.sentence)" }
        let sent = [line] + parameters.map { "\($0.name)=\($0.value)" }
        return [time, name, Self.word(isPassed), checks.joined(separator: " "), answer, sent.joined(separator: " ")]
            .map(Self.oneLine)
    }

    static func word(_ isPassed: Bool) -> String { isPassed ? "passed" : "failed" }

    /// What devices send may contain line ends.
    private static func oneLine(_ text: String) -> String {
        String(text.map { $0.isNewline || $0 == "\t" ? " " : $0 })
    }
}
