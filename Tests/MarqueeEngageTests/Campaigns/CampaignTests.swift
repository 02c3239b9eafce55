import Foundation
import MarqueeCore
import MarqueeTesting
import MarqueeWire
import Testing

@testable import MarqueeEngage

/// ENG-043, ENG-177, ENG-178, ENG-181 to ENG-184, ENG-191: the current and the last campaign.
@Suite struct CampaignTests {
    private func start(_ now: String) throws -> EngageFixture { try EngageFixture(now: try time(now)) }

    @Test func `example 1: a campaign is current until its end, also after a restart`() async throws {
        let fixture = try start("2014-12-01T00:00:00Z")
        var (core, engage) = try fixture.open()
        #expect(
            engage.adoptCampaign(from: [
                "CurrentCampaign": "TestCurrentCampaign", "CampaignEndTimeStamp": "1419465600",
            ]))
        await core.close()
        (core, engage) = try fixture.open()
        fixture.clock.set(try time("2014-12-24T23:59:59Z"))
        #expect(engage.currentCampaign == "TestCurrentCampaign")
        fixture.clock.set(try time("2014-12-25T00:00:01Z"))
        #expect(engage.currentCampaign == "")
        #expect(engage.lastCampaign == "TestCurrentCampaign")
        await core.close()
    }

    @Test func `example 2: a campaign without an end is current for a day, and a second link starts the day again`()
        async throws
    {
        let fixture = try start("2014-12-01T00:00:00Z")
        var (core, engage) = try fixture.open()
        engage.setCampaign("TestCurrentCampaign")
        fixture.clock.advance(by: .seconds(86_399))
        await core.close()
        (core, engage) = try fixture.open()
        #expect(engage.currentCampaign == "TestCurrentCampaign")
        engage.setCampaign("TestCurrentCampaign")
        fixture.clock.advance(by: .seconds(86_399))
        #expect(engage.currentCampaign == "TestCurrentCampaign")
        fixture.clock.advance(by: .seconds(2))
        #expect(engage.currentCampaign == "")
        await core.close()
    }

    @Test func `example 3: a campaign that has ended is never current, and the one before stays`() async throws {
        let fixture = try start("2014-12-01T00:00:00Z")
        let (core, engage) = try fixture.open()
        let ended: [String: EngageValue] = [
            "CurrentCampaign": "TestCurrentCampaign", "CampaignEndTimeStamp": "30931200",
        ]
        #expect(!engage.adoptCampaign(from: ended))
        #expect(engage.currentCampaign == "")
        #expect(engage.lastCampaign == "")
        engage.setCampaign("Before")
        #expect(!engage.adoptCampaign(from: ended))
        #expect(engage.currentCampaign == "Before")
        await core.close()
    }

    @Test func `the name of a replaced or ended campaign stays known as the last one`() async throws {
        let fixture = try start("2014-12-01T00:00:00Z")
        let (core, engage) = try fixture.open()
        #expect(engage.lastCampaign == "")
        engage.setCampaign("Jeremy", until: Expiration("1h"))
        #expect(engage.lastCampaign == "Jeremy")
        engage.setCampaign("Spring", until: Expiration("1h"))
        #expect((engage.currentCampaign, engage.lastCampaign) == ("Spring", "Jeremy"))
        fixture.clock.advance(by: .seconds(3_601))
        #expect((engage.currentCampaign, engage.lastCampaign) == ("", "Spring"))
        await core.close()
    }

    @Test func `the default end of 0 seconds makes no campaign current`() async throws {
        let fixture = try start("2014-12-01T00:00:00Z")
        let (core, engage) = try fixture.open([.engageCampaignExpiration: .text("0s")])
        #expect(!engage.setCampaign("Never"))
        #expect(engage.currentCampaign == "")
        await core.close()
    }

    @Test func `a change of the campaign is a notice`() async throws {
        let fixture = try start("2014-12-01T00:00:00Z")
        let (core, engage) = try fixture.open()
        var notices = engage.notices().makeAsyncIterator()
        engage.setCampaign("Spring")
        engage.setCampaign("Spring")
        engage.setCampaign("Summer")
        #expect(await notices.next() == .campaignChanged("Spring"))
        #expect(await notices.next() == .campaignChanged("Summer"))
        await core.close()
    }

    /// ENG-043, ENG-202: what is reported later counts for the campaign of its own time.
    @Test(
        arguments: [
            (-1, ""), (0, "Spring"), (59, "Spring"), (60, "Summer"), (119, "Summer"), (120, "Spring"), (180, "Spring"),
            (181, ""), (199, ""), (200, "Winter"),
        ])
    func `at a time in the past, the campaign that was set last before it was current`(second: Int, name: String) throws
    {
        let start = try time("2014-12-01T00:00:00Z")
        var memory = CampaignMemory()
        for (second, name, end) in [
            (0, "Spring", 1_000), (60, "Summer", 1_000), (120, "Spring", 150), (140, "Spring", 180),
            (200, "Winter", 300),
        ] {
            let isSet = memory.set(
                Campaign(name: name, expires: start + .seconds(end)), now: start + .seconds(second))
            #expect(isSet)
        }
        #expect(memory.current(at: start + .seconds(second), now: start + .seconds(250)) == name)
    }

    @Test func `a campaign that an earlier version stored counts for all times until its end`() throws {
        let start = try time("2014-12-01T00:00:00Z")
        let end = String(decoding: try JSONEncoder().encode(start), as: UTF8.self)
        let memory = try JSONDecoder().decode(
            CampaignMemory.self, from: Data(#"{"latest":{"name":"Spring","expires":\#(end)}}"#.utf8))
        #expect(memory.current(at: start + .seconds(-86_400), now: start) == "Spring")
        #expect(memory.current(at: start + .seconds(1), now: start) == "")
    }

    @Test func `a clock that is set back ends no campaign`() async throws {
        let fixture = try start("2014-12-01T00:00:00Z")
        let (core, engage) = try fixture.open()
        engage.setCampaign("Spring")
        fixture.clock.set(try time("2014-11-01T00:00:00Z"))
        #expect(engage.currentCampaign == "Spring")
        await core.close()
    }

    @Test func `only the newest campaigns are kept`() throws {
        let start = try time("2014-12-01T00:00:00Z")
        var memory = CampaignMemory()
        for number in 0..<50 {
            _ = memory.set(Campaign(name: "\(number)", expires: start + .seconds(99)), now: start)
        }
        #expect(memory.earlier?.map(\.name) == (41..<49).map(String.init))
    }

    // ENG-179
    @Test(
        arguments: [
            (["CampaignEndTimeStamp": "1419465600000"], ["CampaignEndTimeStamp"]),
            (["CampaignEndTimeStamp": "soon", "CampaignValidFor": "1h"], ["CampaignEndTimeStamp"]),
            (["CampaignExpiresAt": "soon", "CampaignValidFor": "later"], ["CampaignExpiresAt", "CampaignValidFor"]),
            (["CampaignEndTimeStamp": "1419465600"], []), ([:], []),
        ] as [([String: EngageValue], [String])])
    func `an end that cannot be read is logged, and the campaign has the default end`(
        parameters: [String: EngageValue], names: [String]
    ) async throws {
        let fixture = try start("2014-12-01T00:00:00Z")
        let (core, engage) = try fixture.open()
        #expect(engage.adoptCampaign(from: parameters.merging(["CurrentCampaign": "Spring"]) { $1 }))
        let messages = fixture.messages.messages(.warning)
        #expect(messages.count == names.count)
        for (message, name) in zip(messages, names) { #expect(message.hasPrefix("the \(name) of a campaign")) }
        await core.close()
    }
}
