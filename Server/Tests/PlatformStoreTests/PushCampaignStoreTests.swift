import Foundation
import Testing

@testable import PlatformStore

/// ENG-188: a campaign's delivery begins once, each recipient has one turn, and outcomes are counted.
@Suite struct PushCampaignStoreTests {
    private static let message = PushMessage(
        campaign: "Summer", text: "Half price", callToAction: "Buy", link: "shop://sale", validHours: 48)

    @Test(arguments: StoreEngine.all) func `a campaign is made, listed and deleted with its deliveries`(
        _ engine: StoreEngine
    ) async throws {
        let store = try await TemporaryPlatform(engine)
        let pushes = store.platform.pushCampaigns
        let first = try await pushes.create(Self.message, list: 7, app: "demo", by: "Ann")
        var other = Self.message
        other.campaign = "Autumn"
        let second = try await pushes.create(other, list: 7, app: "demo", by: "Ann")
        #expect(try await pushes.campaigns(app: "demo") == [second, first])
        #expect(try await pushes.campaigns(app: "other").isEmpty)
        #expect(try await pushes.campaign(first.id, app: "demo").message == Self.message)
        #expect(await store.code { _ = try await pushes.campaign(first.id, app: "other") } == .notFound)
        #expect(
            await store.code { _ = try await pushes.create(Self.message, list: 8, app: "demo", by: "Ann") }
                == .alreadyExists)
        #expect(try await pushes.reserve([1], of: first.id, app: "demo") == [1])
        try await pushes.remove(first.id, app: "demo", by: "Ann")
        #expect(try await pushes.campaigns(app: "demo") == [second])
        #expect(try await pushes.deliveries(to: 1, app: "demo").isEmpty)
        #expect(await store.code { try await pushes.remove(first.id, app: "demo", by: "Ann") } == .notFound)
        let actions = try await store.platform.audit.entries(app: "demo", before: nil, limit: 3).map(\.action)
        #expect(actions == ["push.remove", "push.create", "push.create"])
    }

    @Test(arguments: StoreEngine.all) func `a delivery begins once, and each recipient has one turn`(
        _ engine: StoreEngine
    ) async throws {
        let store = try await TemporaryPlatform(engine)
        let pushes = store.platform.pushCampaigns
        let campaign = try await pushes.create(Self.message, list: 7, app: "demo", by: "Ann")
        let begun = try await withThrowingTaskGroup(of: Bool.self) { group in
            for _ in 0..<4 { group.addTask { try await pushes.begin(campaign.id, app: "demo", by: "Ann") } }
            return try await group.reduce(into: 0) { count, isFirst in count += isFirst ? 1 : 0 }
        }
        #expect(begun == 1)
        #expect(try await pushes.reserve([1, 2, 3], of: campaign.id, app: "demo") == [1, 2, 3])
        #expect(try await pushes.reserve([2, 3, 4], of: campaign.id, app: "demo") == [4])
        #expect(try await pushes.outcomes(of: campaign.id, app: "demo") == [.begun: 4])
        try await pushes.record([1: .delivered, 2: .optedOut, 3: .delivered], of: campaign.id, app: "demo")
        #expect(
            try await pushes.outcomes(of: campaign.id, app: "demo") == [.begun: 1, .delivered: 2, .optedOut: 1])
        let page = try await pushes.deliveries(of: campaign.id, app: "demo", after: 1, limit: 2)
        #expect(page.map(\.recipient) == [2, 3] && page.map(\.outcome) == [.optedOut, .delivered])
        try await pushes.end(campaign.id, app: "demo")
        let ended = try await pushes.campaign(campaign.id, app: "demo")
        #expect(ended.begun == store.now && ended.ended == store.now)
    }

    @Test(arguments: StoreEngine.all) func `the deliveries to a person are found and forgotten`(
        _ engine: StoreEngine
    ) async throws {
        let store = try await TemporaryPlatform(engine)
        let pushes = store.platform.pushCampaigns
        let campaign = try await pushes.create(Self.message, list: 7, app: "demo", by: "Ann")
        _ = try await pushes.reserve([1, 2], of: campaign.id, app: "demo")
        #expect(try await pushes.deliveries(to: 1, app: "demo").map(\.campaign) == [campaign.id])
        #expect(try await pushes.forget(1, app: "other") == 0)
        #expect(try await pushes.forget(1, app: "demo") == 1)
        #expect(
            try await pushes.deliveries(of: campaign.id, app: "demo", after: nil, limit: 10).map(\.recipient) == [2])
    }

    @Test(arguments: [
        PushMessage(campaign: "", text: "x"), PushMessage(campaign: "a\u{200B}b", text: "x"),
        PushMessage(campaign: String(repeating: "x", count: 201), text: "x"), PushMessage(campaign: "a", text: ""),
        PushMessage(campaign: "a", text: String(repeating: "x", count: 1001)),
        PushMessage(campaign: "a", text: "x", link: "no address"), PushMessage(campaign: "a", text: "x", validHours: 0),
        PushMessage(campaign: "a", text: "x", validHours: 8761),
        PushMessage(
            campaign: "a", text: String(repeating: "\u{1}", count: 1000),
            link: "a:\(String(repeating: "x", count: 2000))"),
    ])
    func `a message outside its limits is refused`(_ message: PushMessage) async throws {
        let store = try await TemporaryPlatform(.sqlite)
        let pushes = store.platform.pushCampaigns
        #expect(await store.code { _ = try await pushes.create(message, list: 1, app: "demo", by: "Ann") } == .invalid)
    }

    @Test func `a payload has the parameters that apps look for`() throws {
        let payload = String(decoding: try Self.message.payload, as: UTF8.self)
        #expect(
            payload == """
                {"CallToAction":"Buy","CampaignValidFor":"48 hours","CurrentCampaign":"Summer",\
                "aps":{"alert":{"body":"Half price"}},"link":"shop://sale"}
                """)
        let short = String(decoding: try PushMessage(campaign: "a", text: "x").payload, as: UTF8.self)
        #expect(!short.contains("CallToAction") && !short.contains("link"))
    }
}
