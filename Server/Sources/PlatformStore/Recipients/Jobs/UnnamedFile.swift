package import Foundation
import Synchronization

/// A file that has no name any more: only its owner can read it, and it is gone when nobody holds it, also after a kill.
package final class UnnamedFile: Sendable {
    private let descriptor: Int32
    private let end = Atomic(0)

    /// - Throws: `storage`, `diskFull`.
    package init(in folder: URL) throws(StoreError) {
        let path = folder.appending(path: ".upload-\(UUID().uuidString)").path
        descriptor = open(path, O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw Self.failure("make a file in \(folder.path)") }
        unlink(path)
    }

    deinit { close(descriptor) }

    /// In bytes.
    package var length: Int { end.load(ordering: .acquiring) }

    /// Writes bytes behind the others. One caller writes.
    /// - Throws: `storage`, `diskFull`.
    package func append(_ bytes: ArraySlice<UInt8>) throws(StoreError) {
        var rest = bytes
        while !rest.isEmpty {
            let offset = off_t(length)
            let written = rest.withUnsafeBytes { pwrite(descriptor, $0.baseAddress, $0.count, offset) }
            if written < 0, errno == EINTR { continue }
            guard written > 0 else { throw Self.failure("store an upload") }
            rest = rest.dropFirst(written)
            end.add(written, ordering: .acquiringAndReleasing)
        }
    }

    /// The bytes from an offset on.
    /// - Throws: `storage` when there are fewer than `count`.
    package func read(_ offset: Int, _ count: Int) throws(StoreError) -> Data {
        var data = Data(count: count)
        var done = 0
        while done < count {
            let got = data.withUnsafeMutableBytes { buffer in
                pread(descriptor, buffer.baseAddress.map { $0 + done }, count - done, off_t(offset + done))
            }
            if got < 0, errno == EINTR { continue }
            guard got > 0 else { throw Self.failure("read an upload") }
            done += got
        }
        return data
    }

    private static func failure(_ what: String) -> StoreError {
        let code: StoreError.Code = [ENOSPC, EDQUOT].contains(errno) ? .diskFull : .storage
        return StoreError(code, "cannot \(what): \(String(cString: strerror(errno)))")
    }
}
