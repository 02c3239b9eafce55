import Foundation

/// Reads the files of a source's folder, and nothing outside it that a symbolic link in the folder leads to.
///
/// Who can write to the folder, for instance by pushing to a checkout, must not publish the server's other files.
enum SourceFile {
    /// Why a file is not read.
    enum Failure: Error, Equatable {
        case missing
        case outside
        case tooLarge
    }

    /// - Throws: ``Failure`` with `missing` also for what is no regular file, such as a pipe.
    static func read(_ file: URL, within folder: URL, maximum: Int) throws(Failure) -> Data {
        let resolved = file.standardizedFileURL.resolvingSymlinksInPath()
        let root = folder.standardizedFileURL.resolvingSymlinksInPath().path
        // By bytes: names that Unicode holds for equal are different files.
        guard resolved.path.utf8.starts(with: (root == "/" ? root : root + "/").utf8) else { throw .outside }
        return try contents(of: resolved.path, maximum: maximum)
    }

    /// Reads a file whose path has no links: one that has taken the file's place since is not followed, and a pipe not
    /// waited for.
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
