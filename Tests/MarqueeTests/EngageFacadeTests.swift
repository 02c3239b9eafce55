import Foundation
import Marquee
import MarqueeCore
import MarqueeTesting
import MarqueeWire
import Testing

/// ENG-112, ENG-113: the facade's `engage`, and the ancestor's file beside Marquee's own.
@Suite struct EngageFacadeTests {
    @Test func `an app tracks an event through the facade, and it is sent when the app leaves the screen`() async throws
    {
        let folder = try TemporaryFolder()
        let transport = FakeTransport()
        let marquee = try Marquee(
            configuration: Configuration(service: try #require(URL(string: "https://m.example/v1/apps/brand/main"))),
            environment: Environment(folder: folder.url, transport: transport, clock: ManualClock()))
        marquee.run()
        #expect(marquee.engage.track(.goalCompleted("Checked in", ["Tags": ["demo"]])) != nil)
        await marquee.enteredBackground()
        let request = try #require(transport.requests.last { $0.body != nil })
        let json = try Gzip.decompress(try #require(request.body), maximum: EventBatch.maximumSize)
        let batch = try JSONDecoder().decode(EventBatch.self, from: json)
        #expect(batch.lane == "engage")
        #expect(batch.events.map(\.name) == ["engage_goal_completed"])
        await marquee.close()
    }

    @Test func `EngageConfig.plist and Marquee's own file are read together, and changes count from the next start`()
        throws
    {
        let folder = try TemporaryFolder()
        let place = folder.url.appending(path: "App.bundle", directoryHint: .isDirectory)
        try FileManager.default.createDirectory(at: place, withIntermediateDirectories: true)
        let bundle = try #require(Bundle(url: place))
        let resources = try #require(bundle.resourceURL)
        let own =
            #"{"service": "https://m.example/v1/apps/brand/main", "app": "brand", "General": {"ubfEventCacheSize": 5}}"#
        try Data(own.utf8).write(to: resources.appending(path: "marquee.json"))
        let file = resources.appending(path: "EngageConfig.plist")
        func write(_ retries: Int) throws {
            let entries: [String: Any] = [
                "General": ["ubfEventCacheSize": 9], "Networking": ["maxNumRetries": retries],
            ]
            try PropertyListSerialization.data(fromPropertyList: entries, format: .xml, options: 0).write(to: file)
        }
        try write(7)
        let configuration = Configuration.load(from: bundle)
        #expect(configuration.app == "brand")
        #expect(configuration.count(ConfigurationKey("General.ubfEventCacheSize", .count(1...500))) == 5)
        let retries = ConfigurationKey("Networking.maxNumRetries", .count(0...1_000))
        #expect(configuration.count(retries) == 7)
        try write(8)
        #expect(configuration.count(retries) == 7)
        #expect(Configuration.load(from: bundle).count(retries) == 8)
    }
}
