public import Foundation

/// A document's exact bytes with the signatures over them.
///
/// The encoding has a header line, one line per signature, and the payload as it was signed:
///
///     marquee-signed/1 release 412 1
///     KEYID BASE64-SIGNATURE
///     {"app":…}
///
/// Each document has exactly one encoding: lines end with a single line feed, numbers have no leading zeros, key ids
/// ascend. Decoding refuses every other form, so every changed byte is an error. A signature covers
/// ``signedBytes(type:payload:)``: the type and the payload, each with its length (the construction of DSSE's
/// pre-authentication encoding). So a payload can never be read as a document of another type.
public struct SignedDocument: Sendable, Hashable {
    /// One key's signature over ``SignedDocument/signedBytes(type:payload:)``.
    public struct Signature: Sendable, Hashable {
        /// The key that is claimed to have signed. It counts only if it is one of the policy's keys.
        public let key: KeyID
        /// 64 bytes for Ed25519 and for P-256 (r and s); for RSA the size of the key, 256 to 512 bytes.
        public let bytes: Data

        /// `bytes` is the raw signature of the key's algorithm.
        public init(key: KeyID, bytes: Data) {
            self.key = key
            self.bytes = bytes
        }
    }

    /// The largest number of signatures of a document.
    public static let maximumSignatures = 16

    /// The type of the payload. The signatures cover it, so that one document cannot pass for another.
    public let type: DocumentType
    /// The exact bytes that were signed; they are never encoded again.
    public let payload: Data
    /// In ascending order of key ids, each id once.
    public let signatures: [Signature]

    /// Signs a payload.
    public init(type: DocumentType, payload: Data, keys: [SigningKey]) throws(WireError) {
        let message = Self.signedBytes(type: type, payload: payload)
        var signatures: [Signature] = []
        for key in keys {
            signatures.append(Signature(key: try key.publicKey().id, bytes: try key.signature(for: message)))
        }
        try self.init(type: type, payload: payload, signatures: signatures)
    }

    /// Accepts signatures that were made elsewhere, for example by an offline root key.
    public init(type: DocumentType, payload: Data, signatures: [Signature]) throws(WireError) {
        let sorted = signatures.sorted { $0.key < $1.key }
        guard Set(sorted.map(\.key)).count == sorted.count, sorted.count <= Self.maximumSignatures else {
            throw WireError(
                .malformed, "a document carries at most \(Self.maximumSignatures) signatures, each of another key")
        }
        self.type = type
        self.payload = payload
        self.signatures = sorted
    }

    /// Decodes a received document.
    ///
    /// The result is not trusted yet: call ``verify(_:)`` before using the payload.
    /// - Parameters:
    ///   - data: the document as it was received.
    ///   - expected: the requested type. Another type is refused before anything else is decoded.
    /// - Throws: ``WireError``: `wrongType`, `tooLarge`, `truncated`, or `malformed` for every encoding except the
    ///   canonical one.
    public init(_ data: Data, expected: DocumentType) throws(WireError) {
        guard data.count <= expected.maximumSize else {
            throw WireError(
                .tooLarge, "\(expected.rawValue) of \(data.count) bytes; at most \(expected.maximumSize) are read")
        }
        var lines = LineReader(data)
        let header = try lines.next().split(separator: " ", omittingEmptySubsequences: false)
        guard header.count == 4, header[0] == Self.magic, let type = DocumentType(rawValue: String(header[1])),
            let length = Int(header[2]), let count = Int(header[3]), (0...Self.maximumSignatures).contains(count)
        else { throw WireError(.malformed, "the bytes are not a signed document") }
        guard type == expected else {
            throw WireError(.wrongType, "a \(type.rawValue) document stands where a \(expected.rawValue) is expected")
        }
        var signatures: [Signature] = []
        for _ in 0..<count { signatures.append(try Self.signature(line: try lines.next())) }
        guard lines.rest.count == length else {
            throw WireError(
                lines.rest.count < length ? .truncated : .malformed,
                "payload of \(lines.rest.count) bytes, \(length) announced")
        }
        try self.init(type: type, payload: Data(lines.rest), signatures: signatures)
        guard encoded() == data else { throw WireError(.malformed, "the document is not in its one canonical form") }
    }

    /// The document in its stored and transmitted form.
    public func encoded() -> Data {
        var text = "\(Self.magic) \(type.rawValue) \(payload.count) \(signatures.count)\n"
        for signature in signatures { text += "\(signature.key) \(signature.bytes.base64EncodedString())\n" }
        return Data(text.utf8) + payload
    }

    /// Checks the signatures against every policy. A new root has two: the old root's and its own.
    ///
    /// Each policy must reach its threshold of distinct keys. A signature that is not valid, or whose key is in no
    /// policy, refuses the document even if the other signatures would be enough, so that a stored document has no
    /// unverified part.
    /// - Throws: ``WireError`` with `badSignature` or `thresholdNotMet`.
    public func verify(_ policies: [SignaturePolicy]) throws(WireError) {
        let message = Self.signedBytes(type: type, payload: payload)
        for signature in signatures {
            guard let key = policies.lazy.compactMap({ $0.keys[signature.key] }).first else {
                throw WireError(
                    .badSignature,
                    "the \(type.rawValue) is signed by key \(signature.key.short), which has no say in it")
            }
            guard key.isValidSignature(signature.bytes, for: message) else {
                throw WireError(
                    .badSignature, "the \(type.rawValue)'s signature by key \(signature.key.short) is not valid")
            }
        }
        for policy in policies {
            let votes = signatures.count { policy.keys[$0.key] != nil }
            guard policy.threshold >= 1, votes >= policy.threshold else {
                throw WireError(
                    .thresholdNotMet, "the \(type.rawValue) has \(votes) of \(max(policy.threshold, 1)) signatures")
            }
        }
    }

    /// The bytes that a signature covers.
    public static func signedBytes(type: DocumentType, payload: Data) -> Data {
        Data("\(magic) \(type.rawValue.utf8.count) \(type.rawValue) \(payload.count) ".utf8) + payload
    }

    private static let magic = "marquee-signed/1"

    private static func signature(line: String) throws(WireError) -> Signature {
        let parts = line.split(separator: " ", omittingEmptySubsequences: false)
        guard parts.count == 2, let key = KeyID(hex: parts[0]), parts[1].utf8.count <= 1024,
            let bytes = Data(base64Encoded: String(parts[1]))
        else { throw WireError(.malformed, "a signature line is not a key id and a signature in base 64") }
        return Signature(key: key, bytes: bytes)
    }
}

extension KeyID {
    /// The first digits, which are enough to distinguish keys in a message.
    var short: String { String(hash.hex.prefix(12)) }
}

private struct LineReader {
    private(set) var rest: Data

    init(_ data: Data) {
        rest = data[...]
    }

    /// The next line of at most 2 KiB. It must be UTF-8 and end with a line feed.
    mutating func next() throws(WireError) -> String {
        guard let end = rest.prefix(2048).firstIndex(of: UInt8(ascii: "\n")) else {
            throw WireError(.malformed, "the bytes are not a signed document")
        }
        defer { rest = rest[(end + 1)...] }
        guard let line = String(bytes: rest[..<end], encoding: .utf8) else {
            throw WireError(.malformed, "a header line is not UTF-8")
        }
        return line
    }
}
