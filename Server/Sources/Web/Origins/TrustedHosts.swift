/// The hosts by which a browser may call an open lab.
///
/// A name that somebody else owns can be pointed at this machine while a page of theirs is open, and that page would
/// then be of the lab's own origin. Addresses in numbers cannot be, nor can this machine's own names.
package struct TrustedHosts: Sendable, Hashable {
    private let names: Set<String>

    /// Trusts `localhost`, addresses in numbers, and the `names` of this server, in any case and without ports.
    package init(names: some Sequence<String> = []) {
        self.names = Set(names.map { $0.lowercased() }).union(["localhost"])
    }

    /// Whether a request for this host, with or without a port, may be for this server.
    package func trust(_ authority: String?) -> Bool {
        guard let host = Authority(authority)?.host else { return false }
        return names.contains(host) || host.contains(":") || Self.isNumeric(host)
    }

    private static func isNumeric(_ host: String) -> Bool {
        let parts = host.split(separator: ".", omittingEmptySubsequences: false)
        return parts.count == 4
            && parts.allSatisfy { UInt8($0) != nil && $0.utf8.allSatisfy { $0 != UInt8(ascii: "+") } }
    }
}
