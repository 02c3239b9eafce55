import MarqueeWire
import PlatformStore
import Testing

@testable import Publishing

/// Articles appear and disappear at their times without anybody's doing.
@Suite
struct ScheduleTests {
    /// With one article that is there always.
    private static func setting() async throws -> ClockedPlatform {
        let setting = try await ClockedPlatform()
        try await setting.add("Always")
        return setting
    }

    @Test func `an article appears and disappears at its times`() async throws {
        let setting = try await Self.setting()
        let (clock, publisher, scope) = (setting.clock, setting.publisher, setting.test.scope)
        let schedule = PublishingSchedule(publisher: publisher)
        #expect(try await schedule.publishDue(by: "s").isEmpty, "nothing was published before")
        try await setting.add(
            "Sale", ArticleSchedule(embargo: clock.now + .seconds(3600), expires: clock.now + .seconds(7200)))
        let outcome = try await publisher.publish(scope, by: "a")
        #expect(outcome.nextChange == clock.now + .seconds(3600))
        #expect(try await publisher.nextScheduledChange(scope) == outcome.nextChange)
        #expect(try await setting.titles() == ["Always"])
        clock.advance(by: .seconds(3599))
        #expect(try await schedule.publishDue(by: "s").isEmpty)
        clock.advance(by: .seconds(1))
        #expect(try await schedule.publishDue(by: "s").count == 1)
        #expect(try await setting.titles() == ["Always", "Sale"])
        #expect(try await schedule.publishDue(by: "s").isEmpty)
        clock.advance(by: .seconds(3600))
        // A restarted server finds the due changes as well.
        #expect(try await PublishingSchedule(publisher: publisher).publishDue(by: "s").count == 1)
        #expect(try await setting.titles() == ["Always"])
        #expect(try await publisher.nextScheduledChange(scope) == nil)
        #expect(try await publisher.history(scope).map(\.note) == ["scheduled", "scheduled", ""])
    }

    @Test func `a schedule does not restore content that was rolled back`() async throws {
        let setting = try await Self.setting()
        let (clock, publisher, scope) = (setting.clock, setting.publisher, setting.test.scope)
        let schedule = PublishingSchedule(publisher: publisher)
        _ = try await publisher.publish(scope, by: "a")
        try await setting.add("Mistake", ArticleSchedule())
        try await setting.add("Later", ArticleSchedule(embargo: clock.now + .seconds(60)))
        _ = try await publisher.publish(scope, by: "a")
        #expect(try await publisher.rollback(scope, to: 1, by: "a").restores == 1)
        clock.advance(by: .seconds(120))
        #expect(try await schedule.publishDue(by: "s").isEmpty)
        #expect(try await setting.titles() == ["Always"])
        // Renewing its signatures does not make a rollback forgotten.
        try await publisher.renew(app: TestPlatform.app, by: "s")
        #expect(try await schedule.publishDue(by: "s").isEmpty)
        _ = try await publisher.publish(scope, by: "a")
        #expect(try await setting.titles() == ["Always", "Later", "Mistake"])
        // Publishing what a rollback shows already is a decision as well: schedules go on.
        _ = try await publisher.rollback(scope, to: 3, by: "a")
        let same = try await publisher.rollback(scope, to: 5, by: "a")
        #expect(try await publisher.publish(scope, by: "a").release.version == same.version + 1)
    }

    @Test func `signing a release again does not hide a change that was due before`() async throws {
        let setting = try await Self.setting()
        let (clock, publisher, scope) = (setting.clock, setting.publisher, setting.test.scope)
        try await setting.add("Sale", ArticleSchedule(embargo: clock.now + .seconds(3600)))
        _ = try await publisher.publish(scope, by: "a")
        clock.advance(by: .seconds(7200))
        // The server stood still meanwhile.
        try await publisher.renew(app: TestPlatform.app, by: "a")
        clock.advance(by: .seconds(60))
        #expect(try await PublishingSchedule(publisher: publisher).publishDue(by: "s").count == 1)
        #expect(try await setting.titles() == ["Always", "Sale"])
        #expect(try await PublishingSchedule(publisher: publisher).publishDue(by: "s").isEmpty)
    }

    @Test func `a release that cannot be made is tried again later`() async throws {
        let setting = try await Self.setting()
        let (clock, publisher, scope) = (setting.clock, setting.publisher, setting.test.scope)
        let schedule = PublishingSchedule(publisher: publisher)
        try await setting.add("Soon", ArticleSchedule(embargo: clock.now + .seconds(60)))
        _ = try await publisher.publish(scope, by: "a")
        _ = try await setting.test.platform.content.create(
            HubRecord(app: TestPlatform.app, id: "void", title: "Void"), by: "a")
        clock.advance(by: .seconds(60))
        let failed = try #require(try await schedule.publishDue(by: "s").first)
        #expect(throws: PublishingError.self) { try failed.outcome.get() }
        #expect(try await schedule.publishDue(by: "s").isEmpty)
        try await setting.test.platform.content.delete(
            ContentURI(hub: "void"), expectedVersion: nil, app: TestPlatform.app, by: "a")
        clock.advance(by: PublishingSchedule.retryInterval)
        #expect(try await schedule.publishDue(by: "s").count == 1)
        #expect(try await setting.titles() == ["Always", "Soon"])
    }
}
