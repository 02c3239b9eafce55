/// The app and the stream that published content belongs to.
///
/// Both names have 1 to 64 characters of `a-z`, `0-9`, `.`, `_` and `-` and begin with a letter or digit, so that they
/// can be used unchanged in URLs and folder names.
public struct Scope: Sendable, Hashable, Codable, CustomStringConvertible {
    /// The stream every app has.
    public static let mainStream = "main"

    /// A name that ``isValid(_:)`` accepts.
    public let app: String
    /// A name that ``isValid(_:)`` accepts; ``mainStream`` for an app with one stream.
    public let stream: String

    /// By default the stream is ``mainStream``.
    /// - Throws: ``WireError`` with `malformed` for an invalid name.
    public init(app: String, stream: String = Scope.mainStream) throws(WireError) {
        for (kind, name) in [("app", app), ("stream", stream)] where !Scope.isValid(name) {
            throw WireError(.malformed, "\(kind) name \"\(name.prefix(80))\" is not 1 to 64 of a-z, 0-9, '.', '_', '-'")
        }
        self.app = app
        self.stream = stream
    }

    /// `APP/STREAM`, for messages.
    public var description: String { "\(app)/\(stream)" }

    /// Whether a text can be the id of an app or stream: 1 to 64 characters of `a-z`, `0-9`, `.`, `_` and `-`,
    /// beginning with a letter or digit.
    public static func isValid(_ name: String) -> Bool { isValid(name.utf8) }

    static func isValid(_ bytes: some Collection<UInt8>) -> Bool {
        guard (1...64).contains(bytes.count), let first = bytes.first, isAlphanumeric(first) else { return false }
        return bytes.allSatisfy {
            isAlphanumeric($0) || $0 == UInt8(ascii: ".") || $0 == UInt8(ascii: "_") || $0 == UInt8(ascii: "-")
        }
    }

    private static func isAlphanumeric(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte)
    }
}
