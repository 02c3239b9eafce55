import Dispatch
import Foundation
import PlatformStore
import Synchronization

/// The group commit: batches that arrive while one transaction is being synced share the next.
final class Spool: Sendable {
    /// Batches and bytes that may wait in memory for the disk.
    struct Bounds: Sendable {
        var batches = 1024
        var bytes = 64 * 1024 * 1024
    }

    private struct Waiting {
        let batch: SpooledBatch
        let written: CheckedContinuation<Result<Void, IntakeError>, Never>
    }

    private struct State {
        var waiting: [Waiting] = []
        var bytes = 0
        var isWriting = false
        var commits = 0
    }

    let url: URL
    let identity: String
    let quota: Int
    /// Yields after batches were written; at most one signal waits.
    let signals: AsyncStream<Void>
    private let signal: AsyncStream<Void>.Continuation
    private let bounds: Bounds
    private let state = Mutex(State())
    private let file: Mutex<SpoolFile>
    private let queue = DispatchQueue(label: "marquee.spool")

    /// Opens the spool.
    ///
    /// A damaged one is set aside under another name, complete, and a new one begun, so that events go on being taken.
    init(at url: URL, quota: Int, bounds: Bounds = Bounds()) throws(StoreError) {
        self.url = url
        self.quota = quota
        self.bounds = bounds
        (signals, signal) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
        let opened = try Self.open(url, quota: quota)
        identity = opened.identity
        file = Mutex(opened)
    }

    var commits: Int { state.withLock(\.commits) }

    /// Returns when the batch is on disk.
    func append(_ batch: SpooledBatch) async throws(IntakeError) {
        let result = await withCheckedContinuation { written in
            let isRefused = state.withLock { state in
                let isFull = state.waiting.count >= bounds.batches || state.bytes + batch.body.count > bounds.bytes
                guard !isFull else { return true }
                state.waiting.append(Waiting(batch: batch, written: written))
                state.bytes += batch.body.count
                guard !state.isWriting else { return false }
                state.isWriting = true
                queue.async { self.drain() }
                return false
            }
            guard isRefused else { return }
            written.resume(
                returning: .failure(
                    IntakeError(.overloaded, "too much is waiting to be written", retryAfter: .seconds(5))))
        }
        try result.get()
    }

    func wake() { signal.yield() }

    /// Forgets what the warehouse has, which was synced there first.
    func remove(through id: Int64) throws(StoreError) {
        try file.withLock { file throws(StoreError) in try file.remove(through: id) }
    }

    private func drain() {
        while let group = nextGroup() {
            let result = write(group.map(\.batch))
            for waiting in group { waiting.written.resume(returning: result) }
            if case .success = result { signal.yield() }
        }
    }

    private func nextGroup() -> [Waiting]? {
        state.withLock { state in
            guard !state.waiting.isEmpty else {
                state.isWriting = false
                return nil
            }
            defer {
                state.waiting = []
                state.bytes = 0
                state.commits += 1
            }
            return state.waiting
        }
    }

    private func write(_ batches: [SpooledBatch]) -> Result<Void, IntakeError> {
        do {
            try file.withLock { file throws(StoreError) in try file.append(batches) }
            return .success(())
        } catch {
            guard error.code == .diskFull else {
                return .failure(
                    IntakeError(.unavailable, "the spool cannot be written: \(error)", retryAfter: .seconds(30)))
            }
            return .failure(IntakeError(.diskFull, "the spool is full", retryAfter: .seconds(60)))
        }
    }

    private static func open(_ url: URL, quota: Int) throws(StoreError) -> sending SpoolFile {
        do {
            let file = try SpoolFile(at: url, quota: quota)
            try file.check()
            return file
        } catch  where error.code == .damaged {
            let aside = url.deletingLastPathComponent().appending(path: "spool-damaged-\(UUID().uuidString).sqlite3")
            for suffix in ["", "-wal", "-shm"] { rename(url.path + suffix, aside.path + suffix) }
            return try SpoolFile(at: url, quota: quota)
        }
    }
}
