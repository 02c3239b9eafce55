import Foundation

/// The processor time that work takes, whatever else the machine does.
enum ProcessorTime {
    /// The shortest of several runs of two pieces of work, measured alternately, in seconds.
    static func least(
        of first: () throws -> Void, and second: () throws -> Void, rounds: Int = 5
    ) rethrows -> (first: Double, second: Double) {
        var best = (first: Double.infinity, second: Double.infinity)
        for _ in 0..<rounds {
            best.first = min(best.first, try seconds(first))
            best.second = min(best.second, try seconds(second))
        }
        return best
    }

    private static func seconds(_ work: () throws -> Void) rethrows -> Double {
        let start = now()
        try work()
        return now() - start
    }

    /// The processor time of this thread.
    private static func now() -> Double {
        var time = timespec()
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) * 1e-9
    }
}
