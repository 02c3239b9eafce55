import Synchronization
import Web

/// The server's address as requests name it. Nearly all name the same, so the last one is remembered.
final class AskedAddress: Sendable {
    private let scheme: String
    private let latest = Mutex<(authority: String, base: String)?>(nil)

    init(servesTLS: Bool) {
        scheme = servesTLS ? "https" : "http"
    }

    /// Without a slash at the end.
    /// - Parameter authority: host and port of the request; an invalid one counts as `localhost`.
    func base(of authority: String?) -> String {
        let text = authority ?? ""
        if let latest = latest.withLock(\.self), latest.authority.utf8.elementsEqual(text.utf8) { return latest.base }
        let known = Authority(text)
        let port = known?.port.map { ":\($0)" } ?? ""
        let base = "\(scheme)://\(known?.writtenHost ?? "localhost")\(port)"
        latest.withLock { $0 = (text, base) }
        return base
    }
}
