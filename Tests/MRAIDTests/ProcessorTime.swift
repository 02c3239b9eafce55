import Foundation

/// How long work takes a processor, whatever else the machine does.
enum ProcessorTime {
    /// How many times as long `whole` takes as `part`; the shortest of several runs of each count.
    static func growth(rounds: Int = 4, from part: () throws -> Void, to whole: () throws -> Void) rethrows -> Double {
        var best = (part: Double.infinity, whole: Double.infinity)
        for _ in 0..<rounds {
            best.part = min(best.part, try seconds(part))
            best.whole = min(best.whole, try seconds(whole))
        }
        return best.whole / best.part
    }

    private static func seconds(_ work: () throws -> Void) rethrows -> Double {
        let start = now()
        try work()
        return now() - start
    }

    /// Of this thread.
    private static func now() -> Double {
        var time = timespec()
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) * 1e-9
    }
}
