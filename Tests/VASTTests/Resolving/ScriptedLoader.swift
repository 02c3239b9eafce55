@testable import VAST

/// Answers from a table and records the requests. An address that is not in the table cannot be reached.
actor ScriptedLoader: DocumentLoader {
    struct Request: Sendable, Hashable {
        let address: String
        let timeout: Duration
        let limit: Int
    }

    private let replies: [String: Reply]
    private let clock: VirtualClock
    private(set) var requests: [Request] = []

    /// - Parameter replies: by name, which is the path of an address, or by the whole address.
    init(_ replies: [String: Reply], clock: VirtualClock = VirtualClock()) {
        self.replies = replies
        self.clock = clock
    }

    func load(_ address: String, within timeout: Duration, limit: Int) throws(LoadFailure) -> LoadedDocument {
        requests.append(Request(address: address, timeout: timeout, limit: limit))
        guard let reply = replies[address] ?? replies[Self.name(of: address)] else { throw .unreachable }
        clock.advance(by: min(reply.delay, timeout))
        if reply.delay > timeout { throw .timedOut }
        if let failure = reply.failure { throw failure }
        return LoadedDocument(bytes: Array(reply.body.utf8), address: reply.redirect ?? address)
    }

    /// The part after the host, without the query.
    static func name(of address: String) -> String {
        String(address.trimmingPrefix("https://a.example/").prefix { $0 != "?" })
    }
}
