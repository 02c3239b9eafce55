import Crypto
public import Foundation

/// The secret that an app shares with its placements server, and everything that is signed with it.
///
/// The secret is never sent. Requests of the third version are signed with SHA-1, as the SDKs in the field do it; the
/// server's own routes use HMAC with SHA-256.
public struct PlacementSecret: Sendable, Hashable {
    private let text: String
    /// Ready for the text as its key, which takes as long as the code of a short text.
    private let code: HMAC<Insecure.SHA1>

    /// Keeps a secret; an empty text is no secret.
    public init?(_ text: String) {
        guard !text.isEmpty else { return nil }
        self.text = text
        code = HMAC(key: SymmetricKey(data: Data(text.utf8)))
    }

    /// Whether two secrets have the same text.
    public static func == (one: PlacementSecret, other: PlacementSecret) -> Bool { one.text == other.text }

    /// Hashes the text.
    public func hash(into hasher: inout Hasher) { hasher.combine(text) }

    /// The parts of a request that its signature covers.
    public struct RequestParts: Sendable, Hashable {
        /// The app's token.
        public var token: String
        /// The session token of the last successful open; empty before it.
        public var session: String
        /// The id of the install.
        public var gid: String
        /// Used for one request only.
        public var nonce: String

        /// All parts; an empty session still has its place in the signed text.
        public init(token: String, session: String, gid: String, nonce: String) {
            self.token = token
            self.session = session
            self.gid = gid
            self.nonce = nonce
        }
    }

    /// The parameter `signature` of SDKs 1.10 to 1.20: 27 characters.
    /// - Parameters:
    ///   - parts: what is signed.
    ///   - asAncestor: hashes what those SDKs hash. They count characters where they should count bytes, and drop the end
    ///     of a text that is not ASCII.
    public func signature(of parts: RequestParts, asAncestor: Bool = false) -> String {
        Self.unpaddedText(Insecure.SHA1.hash(data: signed(of: parts, asAncestor: asAncestor)))
    }

    private func signed(of parts: RequestParts, asAncestor: Bool) -> ArraySlice<UInt8> {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(Self.usualSize)
        for part in [parts.token, parts.session, parts.gid, parts.nonce] {
            bytes += part.utf8
            bytes.append(UInt8(ascii: ":"))
        }
        bytes += text.utf8
        return Self.hashed(bytes, asAncestor: asAncestor)
    }

    /// More bytes than most requests sign.
    private static let usualSize = 256

    /// The fewest bytes of a secret behind a hash as the ancestor makes it. So many can be neither guessed nor found out by
    /// tries that leave one more byte of the secret each time.
    public static let fewestHashedBytes = 16

    /// How many bytes of the secret SDKs 1.10 to 1.20 hash with these parts; 0 or less if they hash none of it.
    ///
    /// A sender chooses the parts, and with them how many bytes are dropped. A hash of too few bytes proves nothing.
    public func bytesHashedByAncestor(with parts: RequestParts) -> Int {
        bytesHashedByAncestor(behind: [parts.token, parts.session, parts.gid, parts.nonce])
    }

    private func bytesHashedByAncestor(behind texts: [String]) -> Int {
        text.utf8.count - (texts + [text]).reduce(0) { $0 + $1.utf8.count - $1.utf16.count }
    }

    /// The parameter `sig4` of SDKs since 1.21.
    /// - Parameters:
    ///   - identifiers: the device's identifiers by parameter name; their names give the order.
    ///   - token: the app's token.
    ///   - nonce: used for one request only.
    /// - Returns: `nil` if the token or the nonce is empty.
    public func signature(ofIdentifiers identifiers: [String: String], token: String, nonce: String) -> String? {
        guard !token.isEmpty, !nonce.isEmpty else { return nil }
        let values = identifiers.sorted { $0.key.lowercased() < $1.key.lowercased() }.map(\.value)
        return hmac([values.joined(separator: ":"), token, nonce].joined(separator: ":"))
    }

    /// The header `X-PH-DIGEST` of an answer: 28 characters.
    /// - Parameters:
    ///   - body: the bytes as they travel.
    ///   - nonce: the request's nonce.
    public func digest(of body: some DataProtocol, nonce: String) -> String {
        var code = code
        code.update(data: Array(nonce.utf8))
        code.update(data: body)
        return String(decoding: Self.urlBytes(code.finalize()), as: UTF8.self)
    }

    /// The signature of a reward or a purchase for one install: 40 hexadecimal digits.
    /// - Parameters:
    ///   - item: the reward or the purchase.
    ///   - gid: the id of the install.
    ///   - asAncestor: hashes what SDKs 1.10 to 1.20 hash, as for a request, if ``fewestHashedBytes`` of the secret are
    ///     hashed, because the name of the item decides how many are dropped.
    public func signature(of item: some SignedUnitItem, gid: String, asAncestor: Bool = false) -> String {
        let signed = item.signedText(gid: gid)
        let asAncestor = asAncestor && bytesHashedByAncestor(behind: [signed]) >= Self.fewestHashedBytes
        let bytes = Self.hashed(Array((signed + ":" + text).utf8), asAncestor: asAncestor)
        return HexDigits.string(Insecure.SHA1.hash(data: bytes))
    }

    /// The code of a reward or a purchase for one install, whatever its language: 64 hexadecimal digits.
    /// - Parameters:
    ///   - item: the reward or the purchase.
    ///   - gid: the id of the install.
    public func code(of item: some SignedUnitItem, gid: String) -> String {
        let signed = Data(item.signedText(gid: gid).utf8)
        return HexDigits.string(
            HMAC<SHA256>.authenticationCode(for: signed, using: SymmetricKey(data: Data(text.utf8))))
    }

    /// The parameter `sig4` of a reward or a purchase, which names an identifier of the device.
    public func signature(of item: some SignedUnitItem, identifier: String) -> String {
        hmac(item.signedText(identifier: identifier))
    }

    /// Whether two texts are equal, in a time that depends on their lengths only.
    public static func matches(_ one: String, _ other: String) -> Bool {
        let (one, other) = (Array(one.utf8), Array(other.utf8))
        guard one.count == other.count else { return false }
        return zip(one, other).reduce(into: UInt8(0)) { $0 |= $1.0 ^ $1.1 } == 0
    }

    /// A new nonce or install id: 27 characters for 160 random bits.
    public static func randomID(using random: () -> UInt64) -> String {
        let words = (0..<3).map { _ in random() }
        let bytes = words.flatMap { word in (0..<8).map { UInt8(truncatingIfNeeded: word >> (8 * $0)) } }
        return unpaddedText(bytes.prefix(20))
    }

    /// Base64 for URLs without padding, as all signatures, nonces and receipts travel.
    public static func unpaddedText(_ bytes: some ContiguousBytes) -> String {
        String(decoding: urlBytes(bytes).prefix { $0 != UInt8(ascii: "=") }, as: UTF8.self)
    }

    private func hmac(_ signed: String) -> String {
        var code = code
        code.update(data: Data(signed.utf8))
        return Self.unpaddedText(code.finalize())
    }

    /// The bytes of a text that are hashed; the ancestor counts characters where it should count bytes.
    private static func hashed(_ bytes: [UInt8], asAncestor: Bool) -> ArraySlice<UInt8> {
        asAncestor ? bytes.prefix(String(decoding: bytes, as: UTF8.self).utf16.count) : bytes[...]
    }

    private static func urlBytes(_ bytes: some ContiguousBytes) -> [UInt8] {
        let text = Array(bytes.withUnsafeBytes { Data($0) }.base64EncodedData())
        return text.map { byte in
            switch byte {
            case UInt8(ascii: "+"): UInt8(ascii: "-")
            case UInt8(ascii: "/"): UInt8(ascii: "_")
            default: byte
            }
        }
    }
}

extension PlacementSecret: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// Says that there is a secret, and nothing about it.
    public var description: String { "(secret)" }
    /// The same as ``description``.
    public var debugDescription: String { description }
    /// Has no children, so that `dump` shows nothing.
    public var customMirror: Mirror { Mirror(self, children: []) }
}
