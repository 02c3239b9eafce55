import MarqueeWire
import Testing

@testable import MarqueeCore

/// The pause before the next request of a lane, in seconds.
@Suite struct LaneScheduleTests {
    struct Row: Sendable {
        var due = 0
        var nextDue: Int?
        var wait = 0
        let pause: Int?
    }

    @Test(
        arguments: [
            Row(pause: nil), Row(due: 1, pause: 60), Row(due: 1, wait: 100, pause: 100),
            Row(due: 1, wait: 10, pause: 60), Row(nextDue: 7, pause: 7), Row(nextDue: 7, wait: 9, pause: 9),
            Row(nextDue: 700, pause: 700), Row(due: 2, nextDue: 7, pause: 7), Row(due: 2, nextDue: 700, pause: 60),
        ], [true, false])
    func `a lane without a count waits for its period and for its receiver's delay`(row: Row, hurry: Bool) {
        let schedule = LaneSchedule(period: .seconds(60))
        let outlook = LaneOutlook(
            due: row.due, nextDue: row.nextDue.map { .seconds($0) }, wait: .seconds(row.wait))
        #expect(schedule.pause(before: outlook, hurry: hurry) == row.pause.map { .seconds($0) })
    }

    struct CountRow: Sendable {
        var count = 3
        var due = 0
        var hasTried = false
        var nextDue: Int?
        var wait = 0
        var hurry = true
        let pause: Int?
    }

    // ENG-014
    @Test(arguments: [
        CountRow(pause: nil), CountRow(due: 2, pause: nil), CountRow(due: 3, pause: 0),
        CountRow(due: 3, hurry: false, pause: 60), CountRow(due: 2, hurry: false, pause: nil),
        CountRow(due: 3, nextDue: 9, hurry: false, pause: 9),
        CountRow(due: 1, hasTried: true, pause: 0), CountRow(due: 1, hasTried: true, hurry: false, pause: 60),
        CountRow(due: 1, wait: 7, pause: 7), CountRow(due: 3, wait: 7, hurry: false, pause: 7),
        CountRow(due: 2, nextDue: 9, pause: 9), CountRow(nextDue: 9, pause: 9),
        CountRow(count: 1, due: 1, pause: 0), CountRow(count: 1, due: 1, hurry: false, pause: 60),
        CountRow(count: 1, due: 1, wait: 5, hurry: false, pause: 5),
    ])
    func `a lane that waits for a count has no period, and sends again what failed`(row: CountRow) {
        let schedule = LaneSchedule(count: row.count, period: .seconds(60))
        let outlook = LaneOutlook(
            due: row.due, hasTried: row.hasTried, nextDue: row.nextDue.map { .seconds($0) }, wait: .seconds(row.wait))
        #expect(schedule.pause(before: outlook, hurry: row.hurry) == row.pause.map { .seconds($0) })
    }

    @Test(arguments: [0, 1, 2, 7, 1_000])
    func `lanes have separate numbers, and each lane counts up`(lane: Int64) {
        let numbers = LaneNumbers(lane: lane)
        let next = LaneNumbers(lane: lane + 1)
        #expect(numbers.number(1) == numbers.first)
        #expect(numbers.sequence(numbers.number(12)) == 12)
        #expect(numbers.number(13) == numbers.number(12) + 1)
        #expect(next.last < numbers.first)
    }
}
