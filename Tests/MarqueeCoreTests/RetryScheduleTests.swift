import MarqueeWire
import Testing

@testable import MarqueeCore

/// When sending is tried again.
@Suite struct RetryScheduleTests {
    private let start = Timestamp(milliseconds: 1_000_000)

    @Test func `delays are drawn from a ceiling that doubles up to the cap`() {
        var random = SystemRandomNumberGenerator()
        var schedule = RetrySchedule.none
        for attempt in 0..<30 {
            schedule = schedule.failed(at: start, askedFor: nil, using: &random)
            let ceiling = min(RetrySchedule.cap, RetrySchedule.base * (1 << min(attempt, 12)))
            #expect(schedule.wait >= .zero)
            #expect(schedule.wait <= ceiling)
            #expect(schedule.attempts == attempt + 1)
        }
    }

    @Test func `the server's wish counts, up to a day`() {
        var random = SystemRandomNumberGenerator()
        let asked = RetrySchedule.none.failed(at: start, askedFor: .seconds(100), using: &random)
        #expect(asked.wait == .seconds(100))
        let excessive = RetrySchedule.none.failed(at: start, askedFor: .seconds(1_000_000), using: &random)
        #expect(excessive.wait == .seconds(86_400))
    }

    @Test(arguments: [(0, 10), (4, 6), (10, 0), (1_000, 0), (-1_000_000, 10)])
    func `what remains never exceeds the delay, whatever the clock does`(passed: Int, remaining: Int) {
        let schedule = RetrySchedule(attempts: 1, setAt: start, wait: .seconds(10))
        #expect(schedule.remaining(at: start + .seconds(passed)) == .seconds(remaining))
    }
}
