public import Foundation
import SwiftASN1
import X509

/// The root certificates that receipts have to lead to, as the operator names them.
public struct TrustedRoots: Sendable {
    /// Why a file of roots cannot be used.
    public struct FileError: Error, Sendable, CustomStringConvertible {
        /// A sentence that names the file.
        public let message: String

        /// The sentence.
        public var description: String { message }
    }

    private static let maximumSize = 256 * 1024
    private static let maximumCount = 10

    let certificates: [Certificate]

    /// When the first of them ends.
    public var ends: Date { certificates.map(\.notValidAfter).min() ?? .distantPast }

    /// How many there are.
    public var count: Int { certificates.count }

    /// Reads a file: one certificate in DER, as Apple publishes its own, or up to ten in PEM.
    public init(_ file: URL) throws(FileError) {
        guard let bytes = try? Data(contentsOf: file), bytes.count <= Self.maximumSize else {
            throw FileError(message: "\(file.path) cannot be read, or is larger than \(Self.maximumSize) bytes")
        }
        let found = Self.certificates(bytes)
        guard (1...Self.maximumCount).contains(found.count) else {
            throw FileError(
                message: "\(file.path) has not one certificate in DER, or 1 to \(Self.maximumCount) in PEM")
        }
        certificates = found
    }

    /// - Returns: none for bytes of which any part is no certificate.
    private static func certificates(_ bytes: Data) -> [Certificate] {
        if bytes.first == 0x30 { return (try? Certificate(derEncoded: Array(bytes))).map { [$0] } ?? [] }
        guard let text = String(data: bytes, encoding: .utf8) else { return [] }
        return (try? PEMDocument.parseMultiple(pemString: text).map { try Certificate(pemDocument: $0) }) ?? []
    }
}
