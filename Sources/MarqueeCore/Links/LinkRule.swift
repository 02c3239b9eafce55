public import Foundation

/// Decides which links may leave the app, and how.
///
/// A pure rule. Every capability that shows links uses it, so that an app registers a scheme only once.
public struct LinkRule: Sendable, Hashable {
    /// What happens to a link.
    public enum Decision: Sendable, Hashable {
        /// Opens in the web: `http` or `https`, with a host.
        case web
        /// Opens in this app or another app, by a registered scheme in lower case.
        case customScheme(String)
        /// The link is not opened.
        case refused(Refusal)
    }

    /// Why a link is not opened.
    public enum Refusal: String, Sendable, CaseIterable {
        /// The link has no scheme, or is a web URL without a host.
        case malformed
        /// A scheme that runs code or reads files, such as `javascript`, `data` or `file`.
        case dangerousScheme = "dangerous_scheme"
        /// A scheme that the app did not register.
        case unknownScheme = "unknown_scheme"
    }

    /// The registered schemes, in lower case.
    public private(set) var customSchemes: Set<String> = []
    private let ownSchemes: Set<String>

    /// - Parameter ownSchemes: the capability's own schemes, in lower case; an app cannot register them.
    public init(ownSchemes: Set<String> = []) {
        self.ownSchemes = ownSchemes
    }

    /// Allows links with this scheme.
    /// - Returns: `false` if the scheme is malformed or reserved (`http`, `file`, `javascript`, …); nothing is
    ///   registered then.
    @discardableResult
    public mutating func register(scheme: String) -> Bool {
        let name = scheme.lowercased()
        guard let first = name.utf8.first, name.utf8.count <= 64,
            (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(first), name.utf8.allSatisfy(Self.isSchemeByte),
            !Self.reserved.contains(name), !Self.dangerous.contains(name), !ownSchemes.contains(name)
        else { return false }
        customSchemes.insert(name)
        return true
    }

    /// Decides what happens to the link.
    public func decide(_ url: URL) -> Decision {
        guard let scheme = url.scheme?.lowercased() else { return .refused(.malformed) }
        switch scheme {
        case "http", "https": return url.host?.isEmpty == false ? .web : .refused(.malformed)
        case _ where Self.isDangerous(scheme): return .refused(.dangerousScheme)
        case _ where customSchemes.contains(scheme): return .customScheme(scheme)
        default: return .refused(.unknownScheme)
        }
    }

    /// Whether the scheme, in lower case, runs code or reads data outside the capability.
    public static func isDangerous(_ scheme: String) -> Bool { dangerous.contains(scheme) }

    private static let dangerous: Set<String> = [
        "javascript", "data", "file", "about", "blob", "vbscript", "filesystem", "view-source", "ws", "wss",
    ]
    private static let reserved: Set<String> = ["http", "https", "ftp"]

    /// RFC 3986, section 3.1.
    private static func isSchemeByte(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"): true
        case UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: "."): true
        default: false
        }
    }
}
