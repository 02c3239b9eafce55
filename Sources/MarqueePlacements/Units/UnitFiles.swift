import Crypto
import Foundation
import MarqueeCore
import MarqueeWire

/// The templates and images on disk, by address. The address of a template changes with its content, so that a stored file is
/// never asked for again.
///
/// At most 10 MiB; the files that were not used for the longest time go first. A file whose bytes are not those that were
/// stored counts as missing. A refusal of consent deletes them all.
struct UnitFiles: Sendable {
    /// The most bytes on disk.
    static let limit: Int64 = 10 * 1_024 * 1_024
    /// The largest file.
    static let maximumFile = 2 * 1_024 * 1_024
    /// The longest time for one file.
    static let deadline = Duration.seconds(10)
    private static let share = "placements"

    private let folder: URL
    private let state: PlacementState
    private let environment: Environment
    private let disk: DiskBudget
    private let log: Log
    private let fetches = UnitFetches()
    /// Serialises what is stored and the deletion of everything.
    private let storing = Locked(())
    /// The mark of the user's consent now; `nil` while it is refused.
    private let consentMark: @Sendable () -> Int?

    /// What stands before the bytes of a stored file, in one line.
    private struct Head: Codable {
        let type: String
        let hash: String
    }

    init(_ core: Core, _ state: PlacementState) {
        folder = core.environment.folder.appending(path: "placements", directoryHint: .isDirectory)
        self.state = state
        environment = core.environment
        disk = core.disk
        log = core.log
        // Not the consent itself, which holds the closure that deletes the files.
        consentMark = { [weak consent = core.consent] in consent?.mark(.behaviour) }
        disk.register(
            DiskShare(
                Self.share, kind: .template, limit: Self.limit, usage: { (try? state.fileBytes()) ?? 0 },
                evict: { [folder] excess in Self.evict(excess, state, folder) }))
    }

    /// Deletes files that the table does not know, because the process ended between the two, or the table was damaged.
    func deleteUnknown() {
        // In this order: a file is in the table before it is in the folder.
        guard let names = try? FileManager.default.contentsOfDirectory(atPath: folder.path),
            let known = try? Set(state.files().map(\.name))
        else { return }
        for name in names where !known.contains(name) {
            try? FileManager.default.removeItem(at: folder.appending(path: name))
        }
    }

    /// Deletes every file, because the user refused consent. A file that is being fetched is not stored.
    func deleteAll() throws(MarqueeError) {
        try storing.withLock { _ throws(MarqueeError) in
            // Each is tried even if the other one fails.
            let forgotten = Result { () throws(MarqueeError) in try state.forgetFiles() }
            do { try DurableFile.remove(folder) } catch {
                throw MarqueeError(.storage, "the files of units could not be deleted", cause: error)
            }
            try forgotten.get()
        }
    }

    /// Stores files that are missing, one after the other.
    /// - Parameter end: the uptime after which no further one is begun.
    func keep(_ urls: [URL], until end: Duration? = nil) async {
        for url in urls where !Task.isCancelled && end.map({ environment.uptime() < $0 }) ?? true {
            _ = await file(url)
        }
    }

    /// A file from the disk, otherwise from the network. Callers at the same time share one request.
    /// - Returns: `nil` if it cannot be had.
    func file(_ url: URL) async -> UnitFile? {
        let name = Self.name(of: url)
        return await fetches.file(name) { await readOrFetch(url, as: name) }
    }

    private func readOrFetch(_ url: URL, as name: String) async -> UnitFile? {
        if let stored = read(name) { return stored }
        guard let mark = consentMark() else { return nil }
        let request = TransportRequest("GET", url, maximumBodySize: Self.maximumFile, deadline: Self.deadline)
        do throws(TransportError) {
            let response = try await environment.transport.send(request)
            guard response.status == 200, !Task.isCancelled else { return nil }
            let file = UnitFile(type: Self.type(response), body: response.body)
            storing.withLock { _ in
                // A refusal meanwhile has deleted everything, or will.
                if consentMark() == mark { store(file, as: name) }
            }
            return file
        } catch {
            log(.error, .debug, "\(Log.address(url)) could not be had: \(error.message)")
            return nil
        }
    }

    private static func type(_ response: TransportResponse) -> String {
        let type = response.headers["content-type"]?.prefix { $0 != ";" }.trimmingCharacters(in: .whitespaces) ?? ""
        return type.isEmpty ? "application/octet-stream" : type
    }

    private func read(_ name: String) -> UnitFile? {
        guard let data = try? Data(contentsOf: folder.appending(path: name)),
            let end = data.firstIndex(of: UInt8(ascii: "\n")),
            let head = try? JSONDecoder().decode(Head.self, from: data[..<end])
        else { return nil }
        let body = data[data.index(after: end)...]
        guard Self.hash(body) == head.hash else { return nil }
        try? state.fileUsed(name)
        return UnitFile(type: head.type, body: Data(body))
    }

    /// A file that cannot be stored is asked for again the next time.
    private func store(_ file: UnitFile, as name: String) {
        guard let head = try? JSONEncoder().encode(Head(type: file.type, hash: Self.hash(file.body))) else { return }
        let bytes = head + Data("\n".utf8) + file.body
        guard disk.makeRoom(for: Int64(bytes.count), in: Self.share) else { return }
        let manager = FileManager.default
        do {
            try manager.createDirectory(
                at: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
            let place = folder.appending(path: name)
            // In the table first: a file that is missing on disk is asked for again, and one that is not in the table would
            // never be counted.
            try state.fileUsed(name, size: bytes.count)
            try bytes.write(to: place, options: .atomic)
            try manager.setAttributes([.posixPermissions: 0o600], ofItemAtPath: place.path)
        } catch {
            log(.error, .debug, "a file of a unit could not be stored: \(error.localizedDescription)")
        }
    }

    /// A fragment does not change what is loaded.
    private static func name(of url: URL) -> String {
        var parts = URLComponents(url: url, resolvingAgainstBaseURL: true)
        parts?.fragment = nil
        return hash(Data((parts?.string ?? url.absoluteString).utf8))
    }

    private static func hash(_ data: some DataProtocol) -> String {
        HexDigits.string(SHA256.hash(data: data))
    }

    private static func evict(_ excess: Int64, _ state: PlacementState, _ folder: URL) -> Int64 {
        var freed: Int64 = 0
        for file in (try? state.files()) ?? [] where freed < excess {
            let place = folder.appending(path: file.name)
            try? FileManager.default.removeItem(at: place)
            guard !FileManager.default.fileExists(atPath: place.path),
                (try? state.forgetFile(file.name)) != nil
            else { continue }
            freed += file.size
        }
        return freed
    }
}
