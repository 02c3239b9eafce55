import Foundation
import MarqueeCore
import MarqueeWire

/// Counts the received bytes of a refresh and calculates its progress from them.
final class DownloadMeter: Sendable {
    private struct Counts {
        var received = 0
        var inFlight: [UUID: Int] = [:]
        var total = 0
        var done = 0
        var posted = -1
    }

    private let counts = Locked(Counts())
    private let progressed: @Sendable (Double) -> Void

    init(progressed: @escaping @Sendable (Double) -> Void) {
        self.progressed = progressed
    }

    /// The number of received body bytes, with those of failed requests.
    var received: Int { counts.withLock { $0.received + $0.inFlight.values.reduce(0, +) } }

    /// Starts to post progress.
    /// - Parameter total: the sum of the signed lengths of all objects to fetch, in bytes.
    func begin(total: Int) {
        counts.withLock { $0.total = total }
        post()
    }

    func update(_ request: UUID, received: Int) {
        counts.withLock { $0.inFlight[request] = received }
        post()
    }

    func end(_ request: UUID, received: Int?) {
        counts.withLock { counts in
            let last = counts.inFlight.removeValue(forKey: request) ?? 0
            counts.received += received ?? last
        }
    }

    /// Counts a complete object with its signed length, even if its download took fewer bytes.
    func completed(_ length: Int) {
        counts.withLock { $0.done += length }
        post()
    }

    private func post() {
        let fraction: Double? = counts.withLock { counts in
            guard counts.total > 0 else { return nil }
            let bytes = counts.done + counts.inFlight.values.reduce(0, +)
            let percent = min(100, bytes * 100 / counts.total)
            guard percent > counts.posted else { return nil }
            counts.posted = percent
            return Double(percent) / 100
        }
        if let fraction { progressed(fraction) }
    }
}
