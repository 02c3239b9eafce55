import Foundation

/// The policy of a page: its Content-Security-Policy and the other headers.
///
/// Each page carries the policy twice, as a header and as the first element of its head, because not every web view
/// honours both.
public struct PagePolicy: Sendable, Hashable {
    /// The Content-Security-Policy: `default-src 'none'`, followed by the allowed sources.
    public let contentSecurityPolicy: String

    /// Derives the policy of a page from the gate's rules.
    /// - Parameters:
    ///   - gate: whose content source and whitelisted domains the policy follows. A single whitelisted URL opens as a
    ///     link, but cannot be embedded.
    ///   - adapterScriptHashes: the scripts that the surface adds itself, as CSP sources without quotes: `sha256-…`.
    ///     No other script runs.
    public init(gate: RequestGate, adapterScriptHashes: [String] = []) {
        let own = ["'self'", "zbimdb:"]
        let network = gate.policySources
        let scripts = adapterScriptHashes.filter(Self.isHash).map { "'\($0)'" }
        let directives: [(String, [String])] = [
            ("default-src", []),
            ("img-src", own + ["data:"] + network),
            ("style-src", own + network),
            ("font-src", own + network),
            ("media-src", own + network),
            ("connect-src", network),
            ("frame-src", network),
            ("script-src", scripts),
            ("object-src", []),
            ("form-action", []),
            ("base-uri", []),
            ("worker-src", []),
        ]
        contentSecurityPolicy = directives.map { name, sources in
            "\(name) \(sources.isEmpty ? "'none'" : sources.joined(separator: " "))"
        }.joined(separator: "; ")
    }

    /// All headers of the policy; the names are in lower case.
    public var headers: [String: String] {
        [
            "content-security-policy": contentSecurityPolicy,
            "x-content-type-options": "nosniff",
            "referrer-policy": "no-referrer",
            "x-dns-prefetch-control": "off",
            "permissions-policy": Self.permissions,
            "cache-control": "no-store",
        ]
    }

    /// The first bytes of every page.
    static let documentStart = "<!DOCTYPE html>"

    /// The first bytes of every page with this colour scheme, including the policy.
    static func pageStart(_ colorScheme: Hub.ColorScheme, _ policy: String) -> String {
        documentStart + "<html data-theme=\"\(colorScheme.theme)\"><head>"
            + "<meta http-equiv=\"Content-Security-Policy\" content=\"\(policy)\">"
    }

    private static let permissions = [
        "camera", "microphone", "geolocation", "payment", "usb", "bluetooth", "accelerometer", "gyroscope",
        "magnetometer", "midi",
        "attribution-reporting", "browsing-topics", "screen-wake-lock", "display-capture",
    ].map { "\($0)=()" }.joined(separator: ", ")

    private static func isHash(_ source: String) -> Bool {
        guard ["sha256-", "sha384-", "sha512-"].contains(where: source.hasPrefix) else { return false }
        // Base64 with the standard or the URL alphabet.
        return source.utf8.dropFirst("sha256-".utf8.count).allSatisfy {
            $0.isLetterOrDigit || "+/=-_".utf8.contains($0)
        }
    }
}
