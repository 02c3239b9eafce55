import Foundation
import Synchronization

/// Whether the server should receive requests: not while it is stopping, and not when it cannot write.
final class ServerReadiness: Sendable {
    /// The reason against it, as `/readyz` answers it.
    enum Obstacle: String, Error {
        case closing = "the server is stopping"
        case readOnly = "the data directory cannot be written"
        case stores = "the stores do not answer"
    }

    private let folder: URL
    private let closing = Mutex(false)

    /// - Parameter folder: the data directory.
    init(folder: URL) {
        self.folder = folder
    }

    func beginClosing() { closing.withLock { $0 = true } }

    /// Tries to write a new file in the data directory, as an upload would.
    func check() throws(Obstacle) {
        if closing.withLock({ $0 }) { throw .closing }
        let probe = folder.appending(path: ".ready-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: probe) }
        do { try Data("ready".utf8).write(to: probe) } catch { throw .readOnly }
    }
}
