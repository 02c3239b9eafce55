import MarqueeWire
import Testing

@testable import MarqueeCore

/// The pause before the next request of a lane, in seconds.
@Suite struct LaneScheduleTests {
    struct Row: Sendable {
        var count: Int?
        var due = 0
        var nextDue: Int?
        var wait = 0
        var hurry = true
        let pause: Int?
    }

    @Test(arguments: [
        Row(pause: nil), Row(due: 1, pause: 60), Row(due: 1, wait: 100, pause: 100), Row(due: 1, wait: 10, pause: 60),
        Row(count: 3, due: 2, pause: 60), Row(count: 3, due: 3, pause: 0), Row(count: 3, due: 4, pause: 0),
        Row(count: 3, due: 3, hurry: false, pause: 60), Row(count: 3, due: 3, wait: 5, pause: 5),
        Row(nextDue: 7, pause: 7), Row(nextDue: 7, wait: 9, pause: 9), Row(nextDue: 700, pause: 700),
        Row(count: 3, due: 2, nextDue: 7, pause: 7), Row(count: 3, due: 2, nextDue: 700, pause: 60),
    ])
    func `a lane waits for its period, for enough items, and for its receiver's delay`(row: Row) {
        let schedule = LaneSchedule(count: row.count, period: .seconds(60))
        let outlook = LaneOutlook(
            due: row.due, nextDue: row.nextDue.map { .seconds($0) }, wait: .seconds(row.wait))
        #expect(schedule.pause(before: outlook, hurry: row.hurry) == row.pause.map { .seconds($0) })
    }

    struct PatientRow: Sendable {
        var due = 0
        var hasTried = false
        var nextDue: Int?
        var wait = 0
        var hurry = true
        let pause: Int?
    }

    // ENG-014
    @Test(arguments: [
        PatientRow(pause: nil), PatientRow(due: 2, pause: nil), PatientRow(due: 3, pause: 0),
        PatientRow(due: 3, hurry: false, pause: 60), PatientRow(due: 2, hurry: false, pause: nil),
        PatientRow(due: 1, hasTried: true, pause: 0), PatientRow(due: 1, hasTried: true, hurry: false, pause: 60),
        PatientRow(due: 1, wait: 7, pause: 7), PatientRow(due: 3, wait: 7, hurry: false, pause: 7),
        PatientRow(due: 2, nextDue: 9, pause: 9), PatientRow(nextDue: 9, pause: 9),
    ])
    func `a lane that waits for a count has no period, and sends again what failed`(row: PatientRow) {
        let schedule = LaneSchedule(count: 3, period: .seconds(60), waitsForCount: true)
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
