import Foundation
import HTTPTypes
import Hummingbird
import MarqueeWire
import PlatformStore

/// The second step of an import: which column of the file goes where, beside the first rows, and the start.
struct MappingRoom: PortalRoom {
    private struct Page: Sendable {
        struct Option: Sendable {
            let value: String
            let name: String
            let isSelected: Bool
        }

        struct Column: Sendable {
            let number: Int
            /// What the first row has in this column.
            let name: String
            let options: [Option]
        }

        let frame: PageFrame
        let address: String
        let back: String
        let file: String
        let columns: [Column]
        let rows: [[String]]
        let hasHeading: Bool
        let isList: Bool
        let keys: String?
        let actions: [Option]
    }

    let desk: PortalDesk
    let wing: EngageWing

    func add(to routes: RoomRoutes<some RequestContext>) {
        routes.get("engage/import/:target/map", needs: .editor) { request, context, visit in
            let file = try FormFields(request.uri.query ?? "")["file"]
            let target = try await wing.target(try context.number("target"), visit)
            return try page(try await mapping(file, target), file, target, visit)
        }
        routes.post("engage/import/:target/map") { _, context, visit, form in
            try await start(form, try await wing.target(try context.number("target"), visit), visit)
        }
    }

    /// Where the columns of a file are chosen.
    static func address(of file: String, _ target: ImportTarget) -> String {
        "\(EngagePath.mapping(target.id))/map?file=\(PercentEncoding.encoded(file))"
    }

    /// Starts the job; what is refused comes back as it was chosen.
    private func start(_ form: FormFields, _ target: ImportTarget, _ visit: Visit) async throws -> Response {
        let file = form["file"]
        var mapping = try await mapping(file, target)
        do {
            try mapping.choose(form)
            guard let action = JobWork.ImportAction(rawValue: form.optional("action") ?? "addAndUpdate") else {
                throw PortalError(.invalidField, "There is no such way to import.")
            }
            let work = target.work(file, mapping.columns, skipsFirst: mapping.hasHeading, action)
            let job = try await wing.jobs.create(work, app: target.app, by: visit.who)
            return PortalDesk.redirect(EngagePath.job(job.id))
        } catch {
            guard let notice = EngageRefusal.notice(error) else { throw error }
            return try page(mapping, file, target, visit, notice: notice, chosen: form["action"])
        }
    }

    private func mapping(_ file: String, _ target: ImportTarget) async throws -> ImportMapping {
        guard let stored = try await wing.jobs.files(app: target.app).first(where: { $0.name == file }) else {
            throw PortalError(.notFound, "There is no file “\(file)”. Upload it again.")
        }
        let bytes = try await wing.jobs.read(file, app: target.app, from: 0)
        let mapping = ImportMapping(bytes, isWhole: bytes.count == stored.length, of: target.columns)
        guard !mapping.rows.isEmpty else {
            throw PortalError(.invalidField, "“\(file)” is not CSV: its first row does not end.")
        }
        return mapping
    }

    private func page(
        _ mapping: ImportMapping, _ file: String, _ target: ImportTarget, _ visit: Visit,
        notice: PageFrame.Notice? = nil, chosen: String = "addAndUpdate"
    ) throws -> Response {
        let first = mapping.rows.first ?? []
        let keys = target.columns.filter { $0.lookup == .unique }.map(\.name)
        let columns = mapping.columns.enumerated().map { place, column in
            Page.Column(
                number: place + 1, name: ImportMapping.shown(first[place]), options: Self.options(target, column))
        }
        let page = Page(
            frame: desk.frame(
                "Import into “\(target.name)”", subtitle: "Step 2 of 2: which column goes where",
                at: EngagePath.imports, visit, notice: notice),
            address: "\(EngagePath.mapping(target.id))/map", back: EngagePath.mapping(target.id), file: file,
            columns: columns, rows: mapping.rows.map { $0.prefix(columns.count).map(ImportMapping.shown) },
            hasHeading: mapping.hasHeading, isList: target.isList,
            keys: keys.isEmpty ? nil : keys.joined(separator: ", "), actions: Self.actions(chosen))
        return try desk.page(page, "engage-mapping", status: notice == nil ? .ok : .badRequest)
    }

    private static func options(_ target: ImportTarget, _ chosen: String?) -> [Page.Option] {
        [.init(value: "", name: "(skip)", isSelected: chosen == nil)]
            + target.columns.map {
                .init(value: $0.name, name: $0.name, isSelected: $0.name.lowercased() == chosen?.lowercased())
            }
    }

    private static func actions(_ chosen: String) -> [Page.Option] {
        JobWork.ImportAction.allCases.map { action in
            let name =
                switch action {
                case .addOnly: "Add new recipients, refuse those that are there"
                case .updateOnly: "Update recipients, refuse new ones"
                case .addAndUpdate: "Add new recipients and update those that are there"
                case .optOut: "Opt the recipients out"
                }
            return .init(value: action.rawValue, name: name, isSelected: action.rawValue == chosen)
        }
    }
}

extension ImportTarget {
    fileprivate var isList: Bool { if case .list = self { true } else { false } }
}
