import Foundation
import HTTPTypes
import Hummingbird
import MarqueeWire
import NIOCore
import PlatformStore

/// CSV files in and out: uploaded, mapped to columns, and handed to a job; lists and tables as files of a job.
struct ImportRoom: PortalRoom {
    private struct ListPage: Sendable {
        struct Target: Sendable {
            let id: String
            let name: String
            let kind: String
            let address: String
            /// `nil` for what is only exported.
            let mapping: String?
        }

        struct File: Sendable {
            let name: String
            let address: String
            let size: String
            let stored: String
        }

        let frame: PageFrame
        let targets: [Target]
        let isEmpty: Bool
        let files: [File]
        let hasFiles: Bool
    }

    private struct UploadPage: Sendable {
        struct File: Sendable {
            let name: String
            let address: String
            let size: String
        }

        let frame: PageFrame
        let name: String
        let targetAddress: String
        let address: String
        let columns: String
        let limit: String
        let files: [File]
        let hasFiles: Bool
    }

    private static let shownFiles = 20

    let desk: PortalDesk
    let wing: EngageWing

    func add(to routes: RoomRoutes<some RequestContext>) {
        routes.get("engage/import", needs: .editor) { request, _, visit in
            try await list(visit, notice: try DoneNotice.of(request))
        }
        routes.post("engage/exports") { _, _, visit, form in try await export(form, visit) }
        routes.get("engage/import/:target", needs: .editor) { _, context, visit in
            try await uploadPage(try await wing.target(try context.number("target"), visit), visit)
        }
        routes.upload("engage/import/:target") { context, visit, form in
            try await upload(form, try await wing.target(try context.number("target"), visit), visit)
        }
        routes.get("engage/file", needs: .editor) { request, _, visit in
            try await download(try FormFields(request.uri.query ?? "")["name"], visit)
        }
        routes.post("engage/file/remove") { _, _, visit, form in
            try await wing.jobs.removeFile(form["name"], app: try visit.id(), by: visit.who)
            return PortalDesk.redirect("\(EngagePath.imports)?done=file-removed")
        }
    }

    private func list(_ visit: Visit, notice: PageFrame.Notice?) async throws -> Response {
        let app = try visit.id()
        let entries = try await wing.recipients.entries(app: app, kinds: Set(ListEntry.Kind.allCases))
        let targets = entries.map { entry in
            ListPage.Target(
                id: String(entry.id), name: entry.name, kind: DatabasesRoom.name(of: entry.kind),
                address: EngagePath.entry(entry),
                mapping: [.database, .table].contains(entry.kind) ? EngagePath.mapping(entry.id) : nil)
        }
        let files = try await wing.jobs.files(app: app).map { file in
            ListPage.File(
                name: file.name, address: EngagePath.file(file.name), size: Self.size(file.length),
                stored: LocalTime.text(file.stored))
        }
        let page = ListPage(
            frame: desk.frame(
                "Import and export", subtitle: "CSV files in and out", at: EngagePath.imports, visit, notice: notice),
            targets: targets, isEmpty: targets.isEmpty, files: files, hasFiles: !files.isEmpty)
        return try desk.page(page, "engage-import")
    }

    /// Exports what has the id: a database, contact list, query or table.
    private func export(_ form: FormFields, _ visit: Visit) async throws -> Response {
        let app = try visit.id()
        let entries = try await wing.recipients.entries(app: app, kinds: Set(ListEntry.Kind.allCases))
        guard let entry = entries.first(where: { String($0.id) == form["id"] }) else {
            throw PortalError(.notFound, "There is nothing with the id \(form["id"]).")
        }
        let work: JobWork =
            entry.kind == .table
            ? .exportTable(table: entry.id, file: "") : .exportList(list: entry.id, file: "", columns: [])
        let job = try await wing.jobs.create(work, app: app, by: visit.who)
        return PortalDesk.redirect(EngagePath.job(job.id))
    }

    private func uploadPage(
        _ target: ImportTarget, _ visit: Visit, notice: PageFrame.Notice? = nil, status: HTTPResponse.Status = .ok
    ) async throws -> Response {
        let files = try await wing.jobs.files(app: target.app).sorted { $0.stored > $1.stored }
        let page = UploadPage(
            frame: desk.frame(
                "Import into “\(target.name)”", subtitle: "Step 1 of 2: a file", at: EngagePath.imports, visit,
                notice: notice),
            name: target.name, targetAddress: target.address, address: EngagePath.mapping(target.id),
            columns: target.columns.map(\.name).joined(separator: ", "), limit: Self.size(desk.reach.importLimit),
            files: files.prefix(Self.shownFiles).map {
                .init(name: $0.name, address: MappingRoom.address(of: $0.name, target), size: Self.size($0.length))
            },
            hasFiles: !files.isEmpty)
        return try desk.page(page, "engage-upload", status: status)
    }

    private func upload(_ form: UploadForm, _ target: ImportTarget, _ visit: Visit) async throws -> Response {
        guard let content = form.content else {
            let notice = PageFrame.Notice(kind: "bad", text: "Choose a CSV file that has something in it.")
            return try await uploadPage(target, visit, notice: notice, status: .badRequest)
        }
        do {
            let name = Self.name(of: form.name, at: desk.now())
            let stored = try await wing.jobs.storeFile(content, name: name, app: target.app, by: visit.who)
            return PortalDesk.redirect(MappingRoom.address(of: stored.name, target))
        } catch {
            guard let notice = EngageRefusal.notice(error) else { throw error }
            return try await uploadPage(target, visit, notice: notice, status: .badRequest)
        }
    }

    /// A name of its own: a job may still read an earlier file of the same name.
    private static func name(of file: String, at time: Timestamp) -> String {
        let safe = file.unicodeScalars.filter {
            $0.properties.isAlphabetic || "0123456789.-_ ".unicodeScalars.contains($0)
        }
        let bare = String(String.UnicodeScalarView(safe.suffix(40)))
        return "\(time.description.filter(\.isNumber))-\(bare.isEmpty ? "import.csv" : bare)"
    }

    private func download(_ name: String, _ visit: Visit) async throws -> Response {
        let app = try visit.id()
        guard let file = try await wing.jobs.files(app: app).first(where: { $0.name == name }) else {
            throw PortalError(.notFound, "There is no file “\(name)”.")
        }
        let body = ResponseBody { writer in
            var offset = 0
            while offset < file.length {
                let part = try await wing.jobs.read(file.name, app: app, from: offset)
                guard !part.isEmpty else { break }
                try await writer.write(ByteBuffer(bytes: part))
                offset += part.count
            }
            try await writer.finish(nil)
        }
        return Response(status: .ok, headers: CSVAnswer.headers("marquee-engage-file"), body: body)
    }

    static func size(_ bytes: Int) -> String {
        bytes < 10_000 ? "\(bytes) bytes" : bytes < 10_000_000 ? "\(bytes / 1000) kB" : "\(bytes / 1_000_000) MB"
    }
}
