import Foundation

/// What is said at the start about a data directory that others of the machine can enter.
///
/// The program makes it for its user alone; one that was there before is left as it is, since whoever made it may have
/// meant it.
enum FolderModeNotice {
    /// - Parameters:
    ///   - path: the data directory.
    ///   - mode: its permissions.
    /// - Returns: a sentence with the command that mends it; nil when nobody else has any right.
    static func text(path: String, mode: Int) -> String? {
        guard mode & 0o077 != 0 else { return nil }
        let digits = String(mode & 0o777, radix: 8)
        return "the data directory can be used by others of this machine: its mode is 0\(digits); mend it with "
            + "chmod 700 \(path)"
    }

    static func text(of folder: URL) -> String? { mode(of: folder).flatMap { text(path: folder.path, mode: $0) } }

    /// The same of the certificate's key, which a group may read where a program of its own renews it.
    static func text(ofKey file: URL) -> String? {
        guard let mode = mode(of: file), mode & 0o007 != 0 else { return nil }
        let digits = String(mode & 0o777, radix: 8)
        return "the certificate's key can be used by others of this machine: its mode is 0\(digits); mend it with "
            + "chmod o= \(file.path)"
    }

    private static func mode(of url: URL) -> Int? {
        let attributes = try? FileManager.default.attributesOfItem(atPath: url.path)
        return attributes?[.posixPermissions] as? Int
    }
}
