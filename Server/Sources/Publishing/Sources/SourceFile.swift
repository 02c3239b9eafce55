import Foundation

/// Reads the files of a source's folder, and no file outside it that a symbolic link leads to.
///
/// A person who can write to the folder, for example by pushing to a checkout, must not be able to publish the server's
/// other files.
enum SourceFile {
    /// Why a file is not read.
    enum Failure: Error, Equatable {
        case missing
        case outside
        case tooLarge
    }

    /// - Throws: ``Failure``; `missing` also for anything that is not a regular file, such as a pipe.
    static func read(_ file: URL, within folder: URL, maximum: Int) throws(Failure) -> Data {
        let resolved = file.standardizedFileURL.resolvingSymlinksInPath()
        let root = folder.standardizedFileURL.resolvingSymlinksInPath().path
        // Compares bytes: names that are equal in Unicode can be different files.
        guard resolved.path.utf8.starts(with: (root == "/" ? root : root + "/").utf8) else { throw .outside }
        return try contents(of: resolved.path, maximum: maximum)
    }

    /// Reads a file whose path has no links. A link that has replaced the file since then is not followed, and a pipe
    /// does not block.
    static func contents(of path: String, maximum: Int) throws(Failure) -> Data {
        let descriptor = open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
        guard descriptor >= 0 else { throw .missing }
        let handle = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
        var status = stat()
        guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { throw .missing }
        guard Int(status.st_size) <= maximum else { throw .tooLarge }
        guard let data = try? handle.read(upToCount: maximum + 1) ?? Data() else { throw .missing }
        guard data.count <= maximum else { throw .tooLarge }
        return data
    }
}
