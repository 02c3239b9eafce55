import Crypto
import Foundation
import Synchronization

/// The server's own key, with which secrets are stored that the server has to read again: AES-256-GCM.
///
/// It stands in the key folder and not in the database, so that a copy of the database alone tells nobody a secret. The
/// file is made when something is sealed for the first time, or at the first start over a shared database.
final class SealingKey: Sendable {
    /// No app can have this name, so that the file is in no app's way.
    static let fileName = "@server.key"

    private let file: URL
    private let loaded = Mutex<SymmetricKey?>(nil)

    init(in folder: URL) {
        file = folder.appending(path: Self.fileName)
    }

    /// Encrypts bytes.
    /// - Parameter purpose: what the bytes belong to. They can be opened for the same purpose only, so that nobody who
    ///   can write to the database can put one secret in another one's place.
    func seal(_ bytes: some DataProtocol, for purpose: String) throws(StoreError) -> Data {
        let key = try key(making: true)
        do {
            guard let sealed = try AES.GCM.seal(bytes, using: key, authenticating: Data(purpose.utf8)).combined else {
                throw StoreError(.storage, "a secret could not be sealed")
            }
            return sealed
        } catch {
            throw StoreError(.storage, "a secret could not be sealed", cause: error)
        }
    }

    /// Decrypts what ``seal(_:for:)`` made.
    /// - Throws: `damaged` when the bytes were sealed with another key or for another purpose; `notFound` without a key.
    func open(_ sealed: Data, for purpose: String) throws(StoreError) -> Data {
        let key = try key(making: false)
        do {
            return try AES.GCM.open(AES.GCM.SealedBox(combined: sealed), using: key, authenticating: Data(purpose.utf8))
        } catch {
            throw StoreError(
                .damaged, "a stored secret cannot be opened: \(file.path) is not the key that it was sealed with",
                cause: error)
        }
    }

    /// Refuses a key that the secrets in a shared database are not sealed with.
    ///
    /// Servers that share a database need the same key: the first of them makes it, and the others have to be given it.
    /// - Throws: `notFound` when this server has to be given the key, `invalid` when it has another one.
    func agree(with database: any SQLDatabase) async throws(StoreError) {
        if PrivateFile.mode(of: file) == nil, try await database.fact(.sealingKey) != nil {
            throw StoreError(
                .notFound,
                "\(file.path) is missing: copy it, with mode 600, from a server that uses this database or from a backup"
            )
        }
        let own = try fingerprint()
        guard try await database.fact(.sealingKey, orSet: own) == own else {
            throw StoreError(
                .invalid,
                "\(file.path) is not the key that the secrets in this database are sealed with: copy that of a server "
                    + "that uses it, or from a backup")
        }
    }

    /// Identifies the key and says nothing about it.
    private func fingerprint() throws(StoreError) -> String {
        let code = HMAC<SHA256>.authenticationCode(for: Data("marquee sealing key".utf8), using: try key(making: true))
        return Data(code.prefix(16)).base64EncodedString()
    }

    private func key(making: Bool) throws(StoreError) -> SymmetricKey {
        let result: Result<SymmetricKey, StoreError> = loaded.withLock { loaded in
            if let key = loaded { return .success(key) }
            return Result { () throws(StoreError) in
                if making, PrivateFile.mode(of: file) == nil {
                    let bytes = SymmetricKey(size: .bits256).withUnsafeBytes { Data($0) }
                    _ = try PrivateFile.create(Data((bytes.base64EncodedString() + "\n").utf8), at: file)
                }
                let key = try read()
                loaded = key
                return key
            }
        }
        return try result.get()
    }

    private func read() throws(StoreError) -> SymmetricKey {
        try PrivateFile.requirePrivate(file)
        let text = (try? String(contentsOf: file, encoding: .utf8)) ?? ""
        guard let bytes = Data(base64Encoded: text.trimmingCharacters(in: .whitespacesAndNewlines)), bytes.count == 32
        else { throw StoreError(.damaged, "the key file \(file.path) cannot be read") }
        return SymmetricKey(data: bytes)
    }
}
