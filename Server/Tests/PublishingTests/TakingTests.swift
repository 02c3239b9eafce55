import Foundation
import MarqueeWire
import PlatformStore
import Testing

@testable import Publishing

/// What a publish, a schedule, a take-down and a rollback take, and what they leave alone. HUB-005, HUB-007, HUB-008
@Suite struct TakingTests {
    @Test func `a draft of a live article leaves the live version on devices`() async throws {
        let setting = try await ClockedPlatform()
        let (publisher, scope) = (setting.publisher, setting.test.scope)
        let article = try await setting.write("Live")
        _ = try await publisher.publish(scope, by: "a")
        #expect(try await setting.state(article) == .live)
        try await setting.save(article, "Half an idea", isDraft: true)
        #expect(try await setting.state(article) == .changed)
        #expect(try await !publisher.publish(scope, by: "c").isNew)
        try await setting.write("Other")
        #expect(try await publisher.publish(scope, by: "c").isNew)
        #expect(try await setting.titles() == ["Live", "Other"])
        try await setting.save(article, "A whole idea")
        _ = try await publisher.publish(scope, by: "c")
        #expect(try await setting.titles() == ["A whole idea", "Other"])
        #expect(try await setting.state(article) == .live)
    }

    @Test func `only the ticked articles go out, in the version that was ticked`() async throws {
        let setting = try await ClockedPlatform()
        let (publisher, scope) = (setting.publisher, setting.test.scope)
        let one = try await setting.write("One")
        let two = try await setting.write("Two")
        let three = try await setting.write("Three")
        try await setting.save(three, "Three again")
        let ticks: [ContentURI: Int] = [one.uri: 1, three.uri: 1]
        let outcome = try await publisher.publish(scope, taking: .only(ticks), by: "a")
        #expect(try await setting.titles() == ["One"])
        #expect(
            outcome.missed == [MissedArticle(uri: three.uri, reason: .changed)]
                && outcome.warnings.contains { $0.contains("\(three.uri)") },
            "somebody saved it again")
        #expect(try await setting.state(two) == .ready)
        #expect(try await publisher.pendingChanges(scope, taking: .only([two.uri: 1])).added.map(\.title) == ["Two"])
    }

    @Test func `a schedule takes the article it names and nothing else`() async throws {
        let setting = try await ClockedPlatform()
        let (clock, publisher, scope) = (setting.clock, setting.publisher, setting.test.scope)
        let schedule = PublishingSchedule(publisher: publisher)
        let live = try await setting.write("Live")
        _ = try await publisher.publish(scope, by: "a")
        let soup = try await setting.write("Soup", .init(embargo: clock.now + .seconds(3600)))
        let thought = try await setting.write("Half-finished thought")
        let past = try await setting.write("Old date", .init(embargo: clock.now + .seconds(-60)))
        try await setting.save(live, "Live, edited")
        #expect(try await setting.state(soup) == .scheduled)
        clock.advance(by: .seconds(3600))
        #expect(try await schedule.publishDue(by: "s").count == 1)
        #expect(try await setting.titles() == ["Live", "Soup"])
        let states = [try await setting.state(thought), try await setting.state(past), try await setting.state(live)]
        #expect(states == [.ready, .ready, .changed])
        #expect(try await schedule.publishDue(by: "s").isEmpty)
    }

    @Test func `a scheduled edit replaces the live version at its time`() async throws {
        let setting = try await ClockedPlatform()
        let (clock, publisher, scope) = (setting.clock, setting.publisher, setting.test.scope)
        let schedule = PublishingSchedule(publisher: publisher)
        let article = try await setting.write("Before")
        _ = try await publisher.publish(scope, by: "a")
        try await setting.save(article, "After", embargo: clock.now + .seconds(600))
        #expect(try await !publisher.publish(scope, by: "a").isNew, "what is live stays until then")
        clock.advance(by: .seconds(600))
        #expect(try await schedule.publishDue(by: "s").count == 1)
        #expect(try await setting.titles() == ["After"])
    }

    @Test func `an expiry takes its article away and brings nothing else`() async throws {
        let setting = try await ClockedPlatform()
        let (clock, publisher, scope) = (setting.clock, setting.publisher, setting.test.scope)
        try await setting.write("Stays")
        let sale = try await setting.write("Sale", .init(expires: clock.now + .seconds(600)))
        _ = try await publisher.publish(scope, by: "a")
        try await setting.write("Saved meanwhile")
        clock.advance(by: .seconds(600))
        #expect(try await PublishingSchedule(publisher: publisher).publishDue(by: "s").count == 1)
        #expect(try await setting.titles() == ["Stays"])
        #expect(try await setting.state(sale) == .expired)
    }

    @Test func `a live article is taken down and stays as a draft`() async throws {
        let setting = try await ClockedPlatform()
        let (publisher, scope) = (setting.publisher, setting.test.scope)
        let one = try await setting.write("One")
        try await setting.write("Two")
        _ = try await publisher.publish(scope, by: "a")
        try await setting.write("Not yet")
        let stale = one
        try await setting.save(one, "One, edited")
        await #expect(throws: PublishingError.self) { try await publisher.withdraw(stale, in: scope, by: "a") }
        #expect(try await setting.titles() == ["One", "Two"])
        _ = try await publisher.withdraw(try await setting.stored(one), in: scope, by: "a")
        #expect(try await setting.titles() == ["Two"])
        #expect(try await setting.state(one) == .draft)
        _ = try await publisher.publish(scope, by: "a")
        #expect(try await setting.titles() == ["Not yet", "Two"])
        let actions = try await setting.test.platform.audit.entries(app: TestPlatform.app, before: nil, limit: 50)
        #expect(actions.contains { $0.action == "article.withdraw" && $0.subject == "\(one.uri)" })
    }

    @Test func `the last article of a hub cannot be taken down, and nothing is changed`() async throws {
        let setting = try await ClockedPlatform()
        let (publisher, scope) = (setting.publisher, setting.test.scope)
        let one = try await setting.write("One")
        _ = try await publisher.publish(scope, by: "a")
        let live = try await setting.stored(one)
        let error = await #expect(throws: PublishingError.self) {
            try await publisher.withdraw(live, in: scope, by: "a")
        }
        #expect(error?.code == .empty)
        #expect(try await setting.state(one) == .live)
    }

    @Test func `many articles are taken down with one release`() async throws {
        let setting = try await ClockedPlatform()
        let (publisher, scope) = (setting.publisher, setting.test.scope)
        let one = try await setting.write("One")
        let two = try await setting.write("Two")
        let stale = try await setting.write("Stale")
        try await setting.write("Stays")
        _ = try await publisher.publish(scope, by: "a")
        let unpublished = try await setting.write("Not yet")
        try await setting.save(stale, "Stale, edited")
        let ticked = [one.uri: 1, two.uri: 1, stale.uri: 1, unpublished.uri: 1]
        let done = try await publisher.withdraw(ticked, in: scope, by: "a")
        #expect(Set(done.edit.changed) == [one.uri, two.uri] && done.edit.missed == [stale.uri])
        #expect(done.edit.unchanged == [unpublished.uri] && done.outcome?.release.version == 2)
        #expect(done.outcome?.release.note == "take down 2 articles")
        #expect(try await setting.titles() == ["Stale", "Stays"])
        #expect(try await setting.state(one) == .draft)
        let none = try await publisher.withdraw([unpublished.uri: 1], in: scope, by: "a")
        #expect(none.outcome == nil && none.edit.changed.isEmpty)
        let rest = try await setting.test.platform.content.articles(hub: "news", channel: nil, app: TestPlatform.app)
        let all = Dictionary(rest.map { ($0.uri, $0.version) }) { first, _ in first }
        let error = await #expect(throws: PublishingError.self) {
            try await publisher.withdraw(all, in: scope, by: "a")
        }
        #expect(error?.code == .empty)
        #expect(try await setting.titles() == ["Stale", "Stays"], "nothing is changed")
        let entries = try await setting.test.platform.audit.entries(app: TestPlatform.app, before: nil, limit: 50)
        #expect(entries.contains { $0.detail == "take down 2 articles; removed “One”, “Two”" })
    }

    @Test func `after a rollback the states tell what devices have`() async throws {
        let setting = try await ClockedPlatform()
        let (publisher, scope) = (setting.publisher, setting.test.scope)
        let typo = try await setting.write("Tpyo")
        let same = try await setting.write("Same")
        _ = try await publisher.publish(scope, by: "a")
        try await setting.save(typo, "Typo")
        let new = try await setting.write("New")
        _ = try await publisher.publish(scope, by: "a")
        #expect(try await setting.state(typo) == .live)
        _ = try await publisher.rollback(scope, to: 1, by: "a")
        let states = [try await setting.state(typo), try await setting.state(same), try await setting.state(new)]
        #expect(states == [.changed, .live, .ready])
        // One article alone: the rest of the rollback stays.
        _ = try await publisher.publish(scope, taking: .only([new.uri: 1]), by: "a")
        #expect(try await setting.titles() == ["New", "Same", "Tpyo"])
        _ = try await publisher.publish(scope, by: "a")
        #expect(try await setting.titles() == ["New", "Same", "Typo"])
    }

    @Test func `a schedule does not bring back what a rollback took away`() async throws {
        let setting = try await ClockedPlatform()
        let (clock, publisher, scope) = (setting.clock, setting.publisher, setting.test.scope)
        let schedule = PublishingSchedule(publisher: publisher)
        try await setting.write("Always")
        _ = try await publisher.publish(scope, by: "a")
        try await setting.write("Soup", .init(embargo: clock.now + .seconds(600)))
        clock.advance(by: .seconds(700))
        #expect(try await schedule.publishDue(by: "s").count == 1)
        _ = try await publisher.rollback(scope, to: 1, by: "a")
        let other = try await setting.write("Other")
        _ = try await publisher.publish(scope, taking: .only([other.uri: 1]), by: "a")
        #expect(try await schedule.publishDue(by: "s").isEmpty)
        #expect(try await setting.titles() == ["Always", "Other"], "nobody ticked the soup")
        _ = try await publisher.publish(scope, by: "a")
        #expect(try await setting.titles() == ["Always", "Other", "Soup"])
    }

    @Test func `a draft in another channel stays there when a colleague publishes`() async throws {
        let setting = try await ClockedPlatform()
        let (publisher, scope, content) = (setting.publisher, setting.test.scope, setting.test.platform.content)
        let moved = try await setting.write("Moved")
        let stays = try await setting.write("Stays")
        _ = try await content.create(
            ChannelRecord(app: TestPlatform.app, hub: "news", id: "d", title: "D"), by: "a")
        _ = try await content.createArticle(
            ArticleContent(title: "In D", body: "x"), in: ContentURI(hub: "news", .channel("d")),
            app: TestPlatform.app, by: "a")
        _ = try await publisher.publish(scope, by: "a")
        var draft = try await setting.stored(moved)
        draft.channel = "d"
        draft.content.schedule.isDraft = true
        _ = try await content.update(draft, expectedVersion: draft.version, by: "b")
        try await setting.save(stays, "Stays, edited")
        let release = try await publisher.publish(scope, by: "c").release.version
        let channels = try await publisher.manifests(of: release, in: scope).filter { manifest in
            manifest.items.contains { $0.uri == moved.uri }
        }
        #expect(channels.map(\.uri) == [setting.channel])
    }

    @Test func `what a publish did not take is named with its reason`() async throws {
        let setting = try await ClockedPlatform()
        let (publisher, scope, content) = (setting.publisher, setting.test.scope, setting.test.platform.content)
        let always = try await setting.write("Always")
        let deleted = try await setting.write("Deleted")
        let drafted = try await setting.write("Drafted")
        let later = try await setting.write("Later")
        try await setting.save(drafted, "Drafted", isDraft: true)
        let delayed = try await setting.save(later, "Later", embargo: setting.clock.now + .seconds(60))
        try await content.delete(deleted.uri, expectedVersion: 1, app: TestPlatform.app, by: "b")
        let ticks: [ContentURI: Int] = [
            always.uri: 1, deleted.uri: 1, drafted.uri: 1, later.uri: delayed.version,
        ]
        let missed = try await publisher.publish(scope, taking: .only(ticks), by: "a").missed
        let reasons = Dictionary(uniqueKeysWithValues: missed.map { ($0.uri, $0.reason) })
        #expect(reasons == [deleted.uri: .deleted, drafted.uri: .draft, later.uri: .scheduled])
    }

    @Test func `an expired version of a live article takes it away, and is not missed`() async throws {
        let setting = try await ClockedPlatform()
        let (publisher, scope) = (setting.publisher, setting.test.scope)
        try await setting.write("Always")
        let sale = try await setting.write("Sale")
        _ = try await publisher.publish(scope, by: "a")
        var over = try await setting.stored(sale)
        over.content.schedule.expires = setting.clock.now + .seconds(-60)
        over = try await setting.test.platform.content.update(over, expectedVersion: over.version, by: "b")
        let outcome = try await publisher.publish(scope, taking: .only([over.uri: over.version]), by: "a")
        #expect(outcome.missed.isEmpty && outcome.warnings.isEmpty)
        #expect(try await setting.titles() == ["Always"])
    }

    @Test func `a rollback is refused when another release is current than the one that was looked at`() async throws {
        let setting = try await ClockedPlatform()
        let (publisher, scope) = (setting.publisher, setting.test.scope)
        for title in ["One", "Two", "Three"] {
            try await setting.write(title)
            _ = try await publisher.publish(scope, by: "a")
        }
        let error = await #expect(throws: PublishingError.self) {
            try await publisher.rollback(scope, to: 1, from: 2, by: "a")
        }
        #expect(error?.store?.code == .versionConflict)
        #expect(try await setting.titles() == ["One", "Three", "Two"])
        #expect(try await publisher.rollback(scope, to: 1, from: 3, by: "a").version == 4)
    }

    @Test func `publishers that publish different ticks agree about what is live`() async throws {
        let setting = try await ClockedPlatform()
        let scope = setting.test.scope
        let one = try await setting.write("One")
        let two = try await setting.write("Two")
        let other = Publisher(platform: setting.test.platform) { [clock = setting.clock] in clock.now }
        async let left = setting.publisher.publish(scope, taking: .only([one.uri: 1]), by: "a")
        async let right = other.publish(scope, taking: .only([two.uri: 1]), by: "b")
        let versions = try await [left.release.version, right.release.version]
        #expect(versions.sorted() == [1, 2])
        #expect(try await setting.titles() == ["One", "Two"], "the second release keeps what the first one took")
        let states = [try await setting.state(one), try await setting.state(two)]
        #expect(states == [.live, .live])
    }
}

/// What is written a second after what was there before.
extension ClockedPlatform {
    @discardableResult
    fileprivate func write(_ title: String, _ schedule: ArticleSchedule = .init()) async throws -> ArticleRecord {
        clock.advance(by: .seconds(1))
        return try await add(title, schedule)
    }

    @discardableResult
    fileprivate func save(_ article: ArticleRecord, _ title: String, isDraft: Bool = false, embargo: Timestamp? = nil)
        async throws -> ArticleRecord
    {
        clock.advance(by: .seconds(1))
        var changed = try await stored(article)
        changed.content.title = title
        changed.content.schedule.isDraft = isDraft
        changed.content.schedule.embargo = embargo
        return try await test.platform.content.update(changed, expectedVersion: changed.version, by: "b")
    }

    fileprivate func stored(_ article: ArticleRecord) async throws -> ArticleRecord {
        try #require(try await test.platform.content.article(article.uri, app: TestPlatform.app))
    }

    fileprivate func state(_ article: ArticleRecord) async throws -> ArticleState {
        try await stored(article).state(at: clock.now)
    }
}
