public import Foundation

/// Which links may leave the app, and where to.
///
/// Pure. Every capability that shows links decides with it, so that an app registers a scheme once.
public struct LinkRule: Sendable, Hashable {
    /// Where a link leads.
    public enum Decision: Sendable, Hashable {
        /// To the web: `http` or `https`, with a host.
        case web
        /// To the app, or to another one, by a registered scheme, in lower case.
        case customScheme(String)
        /// Nowhere.
        case refused(Refusal)
    }

    /// Why a link leads nowhere.
    public enum Refusal: String, Sendable, CaseIterable {
        /// Without a scheme, or a web address without a host.
        case malformed
        /// A scheme that runs code or reads files: `javascript`, `data`, `file` and their like.
        case dangerousScheme = "dangerous_scheme"
        /// A scheme that the app did not register.
        case unknownScheme = "unknown_scheme"
    }

    /// The registered schemes, in lower case.
    public private(set) var customSchemes: Set<String> = []
    private let ownSchemes: Set<String>

    /// - Parameter ownSchemes: schemes of the capability itself, in lower case, which an app cannot register.
    public init(ownSchemes: Set<String> = []) {
        self.ownSchemes = ownSchemes
    }

    /// Lets links of this scheme through.
    /// - Returns: `false` for a scheme that is malformed or has a meaning of its own (`http`, `file`, `javascript`, …);
    ///   nothing is registered then.
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

    /// Where the link leads.
    public func decide(_ url: URL) -> Decision {
        guard let scheme = url.scheme?.lowercased() else { return .refused(.malformed) }
        switch scheme {
        case "http", "https": return url.host?.isEmpty == false ? .web : .refused(.malformed)
        case _ where Self.isDangerous(scheme): return .refused(.dangerousScheme)
        case _ where customSchemes.contains(scheme): return .customScheme(scheme)
        default: return .refused(.unknownScheme)
        }
    }

    /// Whether a scheme, in lower case, runs code or reads what is not the capability's.
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
