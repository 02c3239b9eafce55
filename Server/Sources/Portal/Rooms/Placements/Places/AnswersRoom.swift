import Collector
import Hummingbird
import MarqueeWire
import PlatformStore

/// What people answered to a form, page by page and as a file.
struct AnswersRoom: PortalRoom {
    private struct Page: Sendable {
        struct Row: Sendable {
            let time: String
            let device: String?
            let answers: [String]
        }

        let frame: PageFrame
        let unit: String
        let address: String
        let head: [String]
        let rows: [Row]
        let isEmpty: Bool
        let isLater: Bool
        let next: String?
    }

    private static let pageSize = 50
    private static let pieceSize = 1000

    let desk: PortalDesk
    let placements: any PlacementStore

    func add(to routes: RoomRoutes<some RequestContext>) {
        routes.get("placements/units/:unit/answers") { request, context, visit in
            let after = try FormFields(request.uri.query ?? "").optional("after")
            return try await page(try await form(context, visit), after: after, visit)
        }
        routes.get("placements/units/:unit/answers.csv") { _, context, visit in
            file(try await form(context, visit))
        }
    }

    private func form(_ context: some RequestContext, _ visit: Visit) async throws -> ContentUnitRecord {
        let id = try context.parameters.require("unit")
        guard let unit = try await placements.unit(id, app: try visit.id()), unit.kind == .form else {
            throw PortalError(.notFound, "There is no form “\(id.prefix(80))”.")
        }
        return unit
    }

    private func page(_ unit: ContentUnitRecord, after: String?, _ visit: Visit) async throws -> Response {
        let answers = try await placements.answers(
            unit: unit.id, app: unit.app, after: after, limit: Self.pageSize + 1)
        let shown = answers.prefix(Self.pageSize)
        let sheet = AnswerSheet(unit)
        let hasRemoved = shown.contains { !sheet.removed($0).isEmpty }
        let address = "\(UnitPath.unit(unit.id))/answers"
        let page = Page(
            frame: desk.frame("Answers", subtitle: unit.name, at: UnitPath.units, visit),
            unit: UnitPath.unit(unit.id), address: address,
            head: sheet.head + (hasRemoved ? ["Removed questions"] : []),
            rows: shown.map { answer in
                Page.Row(
                    time: LocalTime.text(answer.time), device: answer.install,
                    answers: sheet.row(answer) + (hasRemoved ? [sheet.removed(answer)] : []))
            }, isEmpty: shown.isEmpty, isLater: after != nil,
            next: answers.count > Self.pageSize
                ? shown.last.map { "\(address)?after=\(PercentEncoding.encoded($0.id))" } : nil)
        return try desk.page(page, "placements-answers")
    }

    private func file(_ unit: ContentUnitRecord) -> Response {
        let sheet = AnswerSheet(unit)
        let head = ["time", "device"] + sheet.head + ["removed questions"]
        return CSVAnswer.pieces("marquee-answers-\(unit.id)", head) { (after: String?) in
            let answers = try await placements.answers(
                unit: unit.id, app: unit.app, after: after, limit: Self.pieceSize)
            return CSVAnswer.Piece(
                rows: answers.map { answer in
                    ([answer.time.description, answer.install ?? ""] + sheet.row(answer) + [sheet.removed(answer)])
                        .map { .text($0) }
                }, next: answers.count == Self.pieceSize ? answers.last?.id : nil)
        }
    }
}

/// The columns of a form's answers.
private struct AnswerSheet {
    /// Ids.
    let questions: [String]
    /// What each column is called: the question’s text, or its id if it has no text of its own.
    let head: [String]

    init(_ unit: ContentUnitRecord) {
        let fields = (unit.document["fields"]?.list ?? []).compactMap { field -> (id: String, label: String)? in
            guard let id = field["id"]?.text else { return nil }
            return (id: id, label: field["label"]?.text ?? "")
        }
        let counts = Dictionary(fields.map { ($0.label, 1) }, uniquingKeysWith: +)
        questions = fields.map(\.id)
        head = fields.map { $0.label.isEmpty || counts[$0.label] ?? 0 > 1 ? $0.id : $0.label }
    }

    func row(_ answer: FormAnswerRecord) -> [String] { questions.map { answer.answers[$0] ?? "" } }

    /// What was answered to questions that the form no longer has: `ID: ANSWER`, a line each.
    func removed(_ answer: FormAnswerRecord) -> String {
        answer.answers.filter { !questions.contains($0.key) }.sorted { $0.key < $1.key }
            .map { "\($0.key): \($0.value)" }.joined(separator: "\n")
    }
}
