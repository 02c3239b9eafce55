import Foundation

/// The warning at the start about a data directory that other users of the machine can enter.
///
/// The program makes a new directory for its own user alone. It leaves an existing directory as it is: the permissions
/// may be intended.
enum FolderModeNotice {
    /// - Parameters:
    ///   - path: the data directory.
    ///   - mode: its permissions.
    /// - Returns: a sentence with the command that corrects the mode; nil when no other user has any permission.
    static func text(path: String, mode: Int) -> String? {
        guard mode & 0o077 != 0 else { return nil }
        let digits = String(mode & 0o777, radix: 8)
        return "the data directory can be used by others of this machine: its mode is 0\(digits); correct it with "
            + "chmod 700 \(path)"
    }

    static func text(of folder: URL) -> String? { mode(of: folder).flatMap { text(path: folder.path, mode: $0) } }

    /// The same for the certificate's key. A group may read the key, because another program may renew it.
    static func text(ofKey file: URL) -> String? {
        guard let mode = mode(of: file), mode & 0o007 != 0 else { return nil }
        let digits = String(mode & 0o777, radix: 8)
        return "the certificate's key can be used by others of this machine: its mode is 0\(digits); correct it with "
            + "chmod o= \(file.path)"
    }

    private static func mode(of url: URL) -> Int? {
        let attributes = try? FileManager.default.attributesOfItem(atPath: url.path)
        return attributes?[.posixPermissions] as? Int
    }
}
