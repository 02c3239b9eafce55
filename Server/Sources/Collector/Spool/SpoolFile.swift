import Foundation
import PlatformStore

/// An open file of the spool.
///
/// Not for several threads at once.
final class SpoolFile {
    private let descriptor: Int32
    private let path: String

    /// Throws `diskFull` or `storage`, as every function here.
    convenience init(creating url: URL) throws(StoreError) {
        try self.init(url, O_WRONLY | O_CREAT | O_EXCL)
    }

    /// Throws `damaged` for a file that is gone or that the disk cannot read, as ``read(_:at:)`` does.
    convenience init(reading url: URL) throws(StoreError) { try self.init(url, O_RDONLY) }

    private init(_ url: URL, _ flags: Int32) throws(StoreError) {
        path = url.path
        descriptor = open(path, flags | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw Self.failure("open", path, isReading: flags == O_RDONLY) }
    }

    deinit { close(descriptor) }

    /// In bytes.
    func size() throws(StoreError) -> Int { Int(try status().st_size) }

    func write(_ bytes: [UInt8], at offset: Int) throws(StoreError) {
        var written = 0
        while written < bytes.count {
            let count = bytes[written...].withUnsafeBytes {
                pwrite(descriptor, $0.baseAddress, $0.count, off_t(offset + written))
            }
            guard count > 0 || count < 0 && errno == EINTR else { throw Self.failure("write", path) }
            written += max(count, 0)
        }
    }

    /// Reads `count` bytes; fewer at the file's end.
    func read(_ count: Int, at offset: Int) throws(StoreError) -> [UInt8] {
        var isFailed = false
        let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
            let target = UnsafeMutableRawBufferPointer(buffer)
            while filled < count {
                let got = pread(
                    descriptor, target.baseAddress.map { $0 + filled }, count - filled, off_t(offset + filled))
                if got < 0, errno == EINTR { continue }
                isFailed = got < 0
                guard got > 0 else { return }
                filled += got
            }
        }
        guard !isFailed else { throw Self.failure("read", path, isReading: true) }
        return bytes
    }

    /// Whether the file still has a name: nobody finds what is written to a removed file.
    func isLinked() throws(StoreError) -> Bool { try status().st_nlink > 0 }

    func truncate(to size: Int) throws(StoreError) {
        guard ftruncate(descriptor, off_t(size)) == 0 else { throw Self.failure("shorten", path) }
    }

    /// Returns when everything that was written is on disk.
    func sync() throws(StoreError) {
        #if canImport(Darwin)
            let status = fcntl(descriptor, F_FULLFSYNC)
        #else
            let status = fdatasync(descriptor)
        #endif
        guard status >= 0 else { throw Self.failure("sync", path) }
    }

    /// Throws `invalid` for a file that a later version of the program wrote.
    func checkLayout() throws(StoreError) {
        let head = try read(SpoolSegment.head.count, at: 0)
        guard head.count == SpoolSegment.head.count, head.dropLast() == SpoolSegment.head.dropLast(),
            let known = SpoolSegment.head.last, let found = head.last, found > known
        else { return }
        throw StoreError(
            .invalid,
            "a later version of the program wrote \(path): its layout is \(found), known are those up to \(known)")
    }

    private func status() throws(StoreError) -> stat {
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { throw Self.failure("look at", path) }
        return status
    }

    private static func failure(_ step: String, _ path: String, isReading: Bool = false) -> StoreError {
        let code: StoreError.Code =
            switch errno {
            case ENOSPC, EDQUOT, EFBIG: .diskFull
            case ENOENT where isReading, EIO where isReading, EISDIR where isReading: .damaged
            default: .storage
            }
        return StoreError(code, "cannot \(step) \(path): \(String(cString: strerror(errno)))")
    }
}
