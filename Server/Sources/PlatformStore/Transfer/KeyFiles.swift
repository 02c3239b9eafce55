package import Foundation

/// The names of files in a data directory's folder of keys.
package enum KeyFiles {
    /// The key that stored secrets are sealed with.
    package static let serverKey = SealingKey.fileName

    package static func serverKey(in folder: URL) -> URL {
        folder.appending(path: "keys").appending(path: serverKey)
    }

    /// Whether a data directory has the key.
    package static func hasServerKey(_ folder: URL) -> Bool {
        FileManager.default.fileExists(atPath: serverKey(in: folder).path)
    }
}
