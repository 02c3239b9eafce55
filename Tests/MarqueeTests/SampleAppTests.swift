import Foundation
import Marquee
import MarqueeCore
import MarqueeEngage
import MarqueeTesting
import MarqueeWire
import Testing

@testable import SampleParts

/// The part of the sample app that needs no screen, and what its sources must call.
@Suite struct SampleAppTests {
    private static let root = URL(filePath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

    /// The sources below a folder of the project, without comments.
    private func sources(_ folder: String) throws -> String {
        let place = Self.root.appending(path: folder)
        let files = try #require(FileManager.default.enumerator(at: place, includingPropertiesForKeys: nil))
        return try files.compactMap { $0 as? URL }.filter { $0.pathExtension == "swift" }
            .flatMap { try String(contentsOf: $0, encoding: .utf8).split(separator: "\n") }
            .filter { !$0.drop { $0 == " " }.hasPrefix("//") }.joined(separator: "\n")
    }

    // ENG-049
    @Test func `the sample app has the four hooks, and the SDK subscribes to nothing by itself`() throws {
        let sample = try sources("Examples/HighLarch/HighLarch")
        let hooks = [
            // A notification of the app itself, or a push, in front.
            "hook.received(notification)", "hook.opened(response)",
            // A push in the background.
            ".notifications.receivedPush(userInfo)", ".engageLinks(village.marquee?.engage.links)",
        ]
        for hook in hooks { #expect(sample.contains(hook), "\(hook)") }
        let sdk = try sources("Sources")
        for call in ["UNUserNotificationCenter", "registerForRemoteNotifications", "requestAuthorization"] {
            #expect(!sdk.contains(call), "\(call)")
        }
    }

    /// A host with one list, in which one recipient has the village card 7.
    private static let host = FakeTransport { request throws(TransportError) in
        let body = String(decoding: request.body ?? Data(), as: UTF8.self)
        func answer(_ text: String) -> TransportResponse { TransportResponse(status: 200, body: Data(text.utf8)) }
        func result(_ content: String) -> TransportResponse {
            answer("<Envelope><Body><RESULT><SUCCESS>TRUE</SUCCESS>\(content)</RESULT></Body></Envelope>")
        }
        func fault(_ text: String, _ id: Int) -> TransportResponse {
            answer(
                """
                <Envelope><Body><RESULT><SUCCESS>false</SUCCESS></RESULT><Fault><FaultString>\(text)</FaultString>\
                <detail><error><errorid>\(id)</errorid></error></detail></Fault></Body></Envelope>
                """)
        }
        if request.url.path().hasSuffix("oauth/token") { return answer(#"{"access_token":"a","expires_in":3600}"#) }
        if body.contains("AddRecipient") { return result("<RecipientId>100</RecipientId>") }
        if body.contains("UpdateRecipient") { return result("<RecipientId>100</RecipientId>") }
        guard body.contains("SelectRecipientData") else { return fault("what is this", 1) }
        if body.contains("broken") { return fault("Column Village Card does not exist", 150) }
        return fault("Recipient is not a member of the list", 128)
    }

    private func marquee(_ folder: TemporaryFolder, _ transport: FakeTransport) throws -> Marquee {
        let service = try #require(URL(string: "https://marquee.example/v1/apps/brand/main"))
        return try Marquee(
            configuration: Configuration(
                service: service,
                settings: [
                    .engageHost: .text("https://engage.example"), .engageClientID: .text("client"),
                    .engageClientSecret: .text("secret"), .engageRefreshToken: .text("refresh"),
                    .engageListID: .text("4711"),
                ]),
            environment: Environment(folder: folder.url, transport: transport, clock: ManualClock()))
    }

    // ENG-189
    @Test func `the buttons set up the recipient and check the identity, and both ids are shown`() async throws {
        let folder = try TemporaryFolder()
        let marquee = try marquee(folder, Self.host)
        let before = Membership(marquee.engage)
        #expect([before.recipientID, before.mobileUserID, before.message] == ["", "", ""])
        let setUp = await before.settingUp(marquee.engage)
        #expect(setUp.recipientID == "100")
        #expect(setUp.mobileUserID == marquee.engage.identity.mobileUserID && !setUp.mobileUserID.isEmpty)
        #expect(setUp.message == "The visitor has a recipient.")
        let checked = await setUp.checking(card: "7", marquee.engage)
        #expect([checked.recipientID, checked.mobileUserID] == [setUp.recipientID, setUp.mobileUserID])
        #expect(checked.message == "The card belongs to this recipient.")
        await marquee.close()
    }

    // ENG-189
    @Test func `a failure shows its message, and the ids stay`() async throws {
        let folder = try TemporaryFolder()
        let marquee = try marquee(folder, Self.host)
        let setUp = await Membership(marquee.engage).settingUp(marquee.engage)
        let refused = await setUp.checking(card: "broken", marquee.engage)
        #expect(refused.message == "Column Village Card does not exist")
        #expect([refused.recipientID, refused.mobileUserID] == [setUp.recipientID, setUp.mobileUserID])
        let empty = await refused.checking(card: "", marquee.engage)
        #expect(empty.message.contains("\"Village Card\""))
        await marquee.close()
        let offline = try self.marquee(try TemporaryFolder(), FakeTransport())
        let failed = await Membership(offline.engage).settingUp(offline.engage)
        #expect(failed.message == "engage.example could not be reached")
        #expect(failed.recipientID == "")
        await offline.close()
    }
}
