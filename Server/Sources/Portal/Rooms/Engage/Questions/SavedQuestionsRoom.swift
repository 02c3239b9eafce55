import HTTPTypes
import Hummingbird
import PlatformStore

/// Keeps questions under names, and deletes them.
struct SavedQuestionsRoom: PortalRoom {
    let desk: PortalDesk
    let wing: EngageWing

    func add(to routes: RoomRoutes<some RequestContext>) {
        routes.post("engage/questions") { _, _, visit, form in try await save(form, visit) }
        routes.get("engage/questions/:question/remove", needs: .editor) { _, context, visit in
            let id = try context.parameters.require("question")
            return try confirm(try await wing.saved.question(id, app: try visit.id()), visit)
        }
        routes.post("engage/questions/:question/remove") { _, context, visit, _ in
            let app = try visit.id()
            let question = try await wing.saved.question(try context.parameters.require("question"), app: app)
            try await wing.saved.remove(question.id, app: app, by: visit.who)
            return PortalDesk.redirect("\(Self.address(question.kind))?done=question-removed")
        }
    }

    static func address(_ kind: SavedQuestion.Kind) -> String {
        switch kind {
        case .segment: EngagePath.segments
        case .funnel: EngagePath.funnels
        case .retention: EngagePath.retention
        }
    }

    private func confirm(_ question: SavedQuestion, _ visit: Visit) throws -> Response {
        let address = Self.address(question.kind)
        let page = ConfirmPage(
            frame: desk.frame("Delete “\(question.name)”?", at: address, visit), text: "This will be lost:",
            losses: ["the question under this name, which \(question.madeBy) saved"],
            action: "/portal/engage/questions/\(question.id)/remove", fields: [], button: "Delete the question",
            back: address, remark: "Events and contact lists stay.")
        return try desk.page(page, "confirm")
    }

    private func save(_ form: FormFields, _ visit: Visit) async throws -> Response {
        guard let kind = SavedQuestion.Kind(rawValue: form["question-kind"]) else {
            throw PortalError(.invalidField, "There is no such kind of question.")
        }
        // Only what the page's own form has is kept, in the form in which the page writes it.
        let fields = try QuestionPage.fields(form["question"])
        let question = QuestionPage.query(fields, Self.names(kind))
        do {
            let saved = try await wing.saved.save(
                question, as: form["name"], kind: kind, app: try visit.id(), by: visit.who)
            return PortalDesk.redirect("\(Self.address(kind))?\(saved.question)&done=question")
        } catch {
            guard let notice = EngageRefusal.notice(error) else { throw error }
            throw PortalError(.invalidField, notice.text)
        }
    }

    private static func names(_ kind: SavedQuestion.Kind) -> [String] {
        switch kind {
        case .segment: SegmentForm.names
        case .funnel: FunnelForm.names
        case .retention: RetentionForm.names
        }
    }
}
