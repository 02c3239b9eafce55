import Foundation

/// The address of this server that an app is built with, and what keeps devices from reaching it.
struct DeviceAddress: Sendable, Hashable {
    /// Why devices will not reach an address.
    enum Concern: Sendable, Hashable {
        /// Only programs on this machine reach it, such as a simulator.
        case thisMachine
        /// Apps refuse addresses without TLS, but for their own machine.
        case withoutTLS
    }

    private static let longest = 2_048
    private static let local: Set<String> = ["localhost", "::1", "0.0.0.0", "::"]

    let url: URL

    init(_ url: URL) { self.url = url }

    /// Reads what a person typed.
    /// - Throws: ``PortalError`` with `invalidField` for anything but `http` or `https`, a host, a port and a path.
    init(_ text: String) throws(PortalError) {
        guard text.utf8.count <= Self.longest, let url = URL(string: text),
            let scheme = url.scheme?.lowercased(), scheme == "https" || scheme == "http",
            url.host()?.isEmpty == false, url.user() == nil, url.query() == nil, url.fragment() == nil
        else {
            throw PortalError(
                .invalidField,
                "An address for devices starts with https:// or http://, names a host, and holds no password.")
        }
        self.url = url
    }

    /// Whether scheme, host and port are the same.
    func isSameOrigin(as other: DeviceAddress) -> Bool {
        func parts(_ url: URL) -> [String] {
            let scheme = url.scheme?.lowercased() ?? ""
            return [scheme, url.host()?.lowercased() ?? "", String(url.port ?? (scheme == "https" ? 443 : 80))]
        }
        return parts(url) == parts(other.url)
    }

    /// `nil` if nothing is known against the address.
    var concern: Concern? {
        let host = url.host()?.lowercased().trimmingCharacters(in: CharacterSet(charactersIn: "[].")) ?? ""
        let isLocal = Self.local.contains(host) || host.hasSuffix(".localhost") || host.hasPrefix("127.")
        return isLocal ? .thisMachine : url.scheme?.lowercased() == "http" ? .withoutTLS : nil
    }
}
