import Dispatch
import Foundation
import PlatformStore
import Synchronization

/// Writes batches to disk in groups: batches that arrive during a sync share the next one.
final class Spool: Sendable {
    /// Batches and bytes that may wait in memory for the disk.
    struct Bounds: Sendable {
        var batches = 1024
        var bytes = 64 * 1024 * 1024
    }

    private struct Waiting {
        let records: [SpoolRecord]
        let written: CheckedContinuation<Result<Void, IntakeError>, Never>
    }

    private struct State {
        var waiting: [Waiting] = []
        var batches = 0
        var bytes = 0
        var isWriting = false
        var commits = 0
    }

    let segments: SpoolSegments
    /// Yields after batches were written; at most one signal waits.
    let signals: AsyncStream<Void>
    private let signal: AsyncStream<Void>.Continuation
    private let bounds: Bounds
    private let state = Mutex(State())
    private let writer: Mutex<SpoolWriter>
    private let queue = DispatchQueue(label: "marquee.spool")

    /// Opens the spool's folder, and makes it where there is none.
    init(in folder: URL, quota: Int, bounds: Bounds = Bounds()) throws(StoreError) {
        self.bounds = bounds
        (signals, signal) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
        segments = try SpoolSegments(in: folder)
        writer = Mutex(SpoolWriter(segments, quota: quota))
    }

    var commits: Int { state.withLock(\.commits) }

    /// Returns when all batches are on disk; none of them is, if it throws.
    func append(_ batches: [SpooledBatch]) async throws(IntakeError) {
        let records = batches.map(SpoolRecord.init)
        let size = records.reduce(0) { $0 + $1.size }
        let result = await withCheckedContinuation { written in
            let isRefused = state.withLock { state in
                // Batches that come together may be more than the bound only where nothing waits.
                let isFull =
                    state.batches + records.count > max(bounds.batches, records.count)
                    || state.bytes + size > bounds.bytes
                guard !isFull else { return true }
                state.waiting.append(Waiting(records: records, written: written))
                state.batches += records.count
                state.bytes += size
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

    /// Removes batches that are in the warehouse, where they were synced first.
    func release(through position: SpoolPosition) { writer.withLock { $0.release(through: position) } }

    private func drain() {
        while let group = nextGroup() {
            let result = write(group.flatMap(\.records))
            if case .success = result { state.withLock { $0.commits += 1 } }
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
                state.batches = 0
                state.bytes = 0
            }
            return state.waiting
        }
    }

    private func write(_ records: [SpoolRecord]) -> Result<Void, IntakeError> {
        do {
            try writer.withLock { writer throws(StoreError) in try writer.append(records) }
            return .success(())
        } catch {
            guard error.code == .diskFull else {
                return .failure(
                    IntakeError(.unavailable, "the spool cannot be written: \(error)", retryAfter: .seconds(30)))
            }
            return .failure(IntakeError(.diskFull, "the spool is full", retryAfter: .seconds(60)))
        }
    }
}
