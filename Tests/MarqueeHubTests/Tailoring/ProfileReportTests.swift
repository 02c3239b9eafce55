import MarqueeCore
import MarqueeWire
import Testing

@testable import MarqueeHub

/// The report of the active user's tags, which the portal compares with the content's.
@Suite struct ProfileReportTests {
    private let fixture: HubFixture

    init() throws {
        fixture = try HubFixture(user: nil)
    }

    /// Every report so far, as `USER TAGS`, after the app left once more.
    private func reports() async throws -> [String] {
        await fixture.hub.enteredBackground()
        fixture.hub.enteredForeground()
        return try await fixture.events(EventName.userTags).map { event in
            guard case .text(let tags)? = event.properties["tags"] else { return "no tags" }
            return "\(event.user ?? "-") \(tags)"
        }
    }

    @Test func `tags are reported when the app leaves, and again only when they have changed`() async throws {
        let users = fixture.core.users
        #expect(try await reports() == [], "no user is active")
        try users.create("ann", tags: ["b", "a/\"\n"])
        try users.create("bob")
        try users.activate("ann")
        #expect(try await reports() == [#"ann ["a/\"\n","b"]"#])
        try users.viewed(tags: ["b"])
        #expect(try await reports().count == 1, "a count is no tag")
        try users.activate("bob")
        #expect(try await reports() == [#"ann ["a/\"\n","b"]"#, "bob []"], "another user has another profile")
    }

    @Test func `a report stays within the size of an event`() async throws {
        try fixture.core.users.create("ann", tags: (0..<200).map { "\($0)" + String(repeating: "x", count: 1000) })
        try fixture.core.users.activate("ann")
        let report = try #require(try await reports().last)
        #expect((1_000..<5_000).contains(report.utf8.count))
    }

    @Test func `nothing is reported while consent is refused, and everything after it is given again`() async throws {
        try fixture.core.users.create("ann", tags: ["a"])
        try fixture.core.users.activate("ann")
        #expect(try await reports().count == 1)
        try fixture.core.consent.refuse()
        #expect(try await reports() == [])
        try fixture.core.consent.grant()
        #expect(try await reports() == [#"ann ["a"]"#])
    }
}
