import Crypto
import CryptoExtras
import Foundation
import Secrets

/// A password as it is stored: the cost and the salt of scrypt, and the key that it derives.
struct PasswordHash: Sendable {
    /// scrypt's N as a power of two; 15 takes 32 MiB and some 60 ms.
    static let standardCost = 15
    /// In bytes. Longer passwords are refused, so that nobody can make the server hash megabytes.
    static let lengths = 10...1024

    private let cost: Int
    private let salt: [UInt8]
    private let key: [UInt8]

    init(_ password: String, cost: Int = Self.standardCost) throws(StoreError) {
        self.cost = cost
        salt = RandomToken.bytes(16)
        key = try Self.derive(password, salt: salt, cost: cost)
    }

    /// Reads `scrypt$COST$SALT$KEY`.
    init?(stored: String) {
        let parts = stored.split(separator: "$", omittingEmptySubsequences: false)
        guard parts.count == 4, parts[0] == "scrypt", let cost = Int(parts[1]), (1...20).contains(cost),
            let salt = Data(base64Encoded: String(parts[2])), let key = Data(base64Encoded: String(parts[3]))
        else { return nil }
        self.cost = cost
        self.salt = Array(salt)
        self.key = Array(key)
    }

    var stored: String { "scrypt$\(cost)$\(Data(salt).base64EncodedString())$\(Data(key).base64EncodedString())" }

    func accepts(_ password: String) throws(StoreError) -> Bool {
        ConstantTime.equal(try Self.derive(password, salt: salt, cost: cost), key)
    }

    private static func derive(_ password: String, salt: [UInt8], cost: Int) throws(StoreError) -> [UInt8] {
        do {
            let key = try KDF.Scrypt.deriveKey(
                from: Data(password.utf8), salt: salt, outputByteCount: 32, rounds: 1 << cost, blockSize: 8,
                parallelism: 1,
                maxMemory: 128 * 8 * (1 << cost) + 1024 * 1024)
            return key.withUnsafeBytes { Array($0) }
        } catch {
            throw StoreError(.storage, "scrypt failed", cause: error)
        }
    }
}
