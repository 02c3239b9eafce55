import MarqueeWire
import Testing

@testable import MarqueeEngage

/// ENG-048, ENG-118 to ENG-121, ENG-177 to ENG-184: campaigns in parameters.
@Suite struct CampaignRulesTests {
    struct Row: Sendable, CustomTestStringConvertible {
        let parameters: [String: EngageValue]
        var now = "2014-01-01T00:00:00Z"
        let end: String

        var testDescription: String { "\(parameters.keys.sorted()) until \(end)" }
    }

    static let name: EngageValue = "C"
    static let rows = [
        Row(parameters: ["CampaignExpiresAt": "2014/12/25 11:12:13"], end: "2014-12-25T11:12:13Z"),
        Row(parameters: ["CampaignExpiresAt": "1419465600"], end: "2014-12-25T00:00:00Z"),
        Row(parameters: ["CampaignExpiresAt": "2 hours"], end: "2014-01-01T02:00:00Z"),
        Row(parameters: ["CampaignEndTimeStamp": "1419465600"], end: "2014-12-25T00:00:00Z"),
        Row(parameters: ["CampaignValidFor": "2 hours"], end: "2014-01-01T02:00:00Z"),
        Row(parameters: [:], end: "2014-01-02T00:00:00Z"),
        Row(
            parameters: [
                "CampaignExpiresAt": "2014/12/25 11:12:13", "CampaignEndTimeStamp": "1419465600",
                "CampaignValidFor": "2 hours",
            ], end: "2014-12-25T11:12:13Z"),
        Row(
            parameters: ["CampaignEndTimeStamp": "1419465600", "CampaignValidFor": "2 hours"],
            end: "2014-12-25T00:00:00Z"),
        // Unreadable values, and milliseconds: the next parameter, at last the default.
        Row(parameters: ["CampaignEndTimeStamp": "soon"], end: "2014-01-02T00:00:00Z"),
        Row(parameters: ["CampaignEndTimeStamp": "1419465600000"], end: "2014-01-02T00:00:00Z"),
        Row(parameters: ["CampaignEndTimeStamp": 1_419_465_600], end: "2014-01-02T00:00:00Z"),
        Row(parameters: ["CampaignExpiresAt": "soon", "CampaignValidFor": "1h"], end: "2014-01-01T01:00:00Z"),
        Row(parameters: ["CampaignValidFor": "2014/12/25 11:12:13"], end: "2014-01-02T00:00:00Z"),
    ]

    @Test(arguments: rows) func `the end of a campaign comes from the first readable parameter`(row: Row) throws {
        let parameters = row.parameters.merging(["CurrentCampaign": "C"]) { $1 }
        let campaign = CampaignRules().campaign(in: parameters, now: try time(row.now))
        #expect(campaign == Campaign(name: "C", expires: try time(row.end)))
    }

    @Test func `an explicit name wins, and an empty one does not`() throws {
        let rules = CampaignRules()
        let now = try time("2014-01-01T00:00:00Z")
        let parameters: [String: EngageValue] = ["CurrentCampaign": "from params"]
        #expect(rules.campaign(named: "explicit", in: parameters, now: now)?.name == "explicit")
        #expect(rules.campaign(named: "", in: parameters, now: now)?.name == "from params")
        #expect(rules.campaign(in: ["CurrentCampaign": ""], now: now) == nil)
        #expect(rules.campaign(in: ["currentcampaign": "x"], now: now) == nil)
        #expect(rules.campaign(in: ["CurrentCampaign": .text(String(repeating: "x", count: 1_025))], now: now) == nil)
    }

    @Test(
        arguments: [
            (["CurrentCampaign": "5OFF"], "5OFF"),
            (["aps": ["alert": "Alert Value", "CurrentCampaign": "6OFF"]], "6OFF"),
            (["aps": ["alert": "Alert Value", "Nested": ["CurrentCampaign": "7OFF"]]], "7OFF"),
            (["list": [1, ["CurrentCampaign": "8OFF"]]], "8OFF"),
            // Values that are not texts are skipped; a level's own name comes before what is nested.
            (["CurrentCampaign": 5, "a": ["CurrentCampaign": "9OFF"]], "9OFF"),
            (["a": ["CurrentCampaign": "inner"], "CurrentCampaign": "outer"], "outer"),
            (["b": ["CurrentCampaign": "second"], "a": ["CurrentCampaign": "first"]], "first"),
            (["aps": ["alert": "no campaign"]], nil),
        ] as [([String: EngageValue], String?)])
    func `a parameter is found at any depth`(parameters: [String: EngageValue], found: String?) {
        #expect(parameters.firstText(named: "CurrentCampaign") == found)
    }

    @Test func `a search ends at a depth of 32`() {
        var value: EngageValue = ["CurrentCampaign": "deep"]
        for _ in 0..<100 { value = ["inner": value] }
        #expect(["outer": value].firstText(named: "CurrentCampaign") == nil)
    }
}
