import Foundation
import Marquee
import MarqueeCore
import MarqueeTesting
import MarqueeWire
import Testing

@testable import MarqueeHub

extension Configuration {
    fileprivate var isUsable: Bool { hubProblem == nil }
}

/// HUB-012, HUB-013, HUB-014: what the app says about itself, and what is wrong with it.
@Suite struct ConfigurationTests {
    private let key: Data

    init() throws {
        key = try SigningKey.generate().publicKey().subjectPublicKeyInfo
    }

    private func read(_ text: String) -> Configuration {
        Configuration(data: Data(text.utf8), trustAnchors: [key])
    }

    private func codes(_ configuration: Configuration) -> [ConfigurationProblem.Code] {
        configuration.problems.map(\.code)
    }

    // HUB-012
    @Test func `the property list and the key beside it are read`() throws {
        let folder = try TemporaryFolder()
        let file = folder.url.appending(path: "zbimconfig.plist")
        let entries: [String: Any] = ["dbServiceUrl": "https://marquee.example/v1/apps/brand/main", "appID": "brand"]
        let data = try PropertyListSerialization.data(fromPropertyList: entries, format: .xml, options: 0)
        try data.write(to: file)
        try key.write(to: folder.url.appending(path: "pubkey.der"))
        let configuration = Configuration.load(file: file)
        #expect(configuration.problems == [])
        #expect(configuration.isUsable)
        #expect(configuration.scope == (try Scope(app: "brand")))
        #expect(configuration.trustAnchors == [key])
    }

    // HUB-012
    @Test func `the files are found among a bundle's resources`() throws {
        let folder = try TemporaryFolder()
        let place = folder.url.appending(path: "App.bundle", directoryHint: .isDirectory)
        try FileManager.default.createDirectory(at: place, withIntermediateDirectories: true)
        let empty = try #require(Bundle(url: place))
        #expect(codes(.load(from: empty)) == [.fileMissing])
        let resources = try #require(empty.resourceURL)
        let entries = #"{"dbServiceUrl": "https://marquee.example/v1/apps/brand/main", "appID": "brand"}"#
        try Data(entries.utf8).write(to: resources.appending(path: "zbimconfig.plist"))
        try key.write(to: resources.appending(path: "pubkey.der"))
        let configuration = Configuration.load(from: empty)
        #expect(configuration.problems == [])
        #expect(configuration.app == "brand")
        #expect(configuration.trustAnchors == [key])
    }

    // HUB-012
    @Test(arguments: ["", "[]", "\"text\"", "{", "bplist00nonsense"])
    func `bytes without a dictionary are a critical problem and no crash`(text: String) {
        let configuration = read(text)
        #expect(!configuration.isUsable)
        #expect(configuration.problems.first?.severity == .criticalError)
        #expect(codes(configuration) == [.notADictionary])
    }

    // HUB-012
    @Test func `a missing file is a critical problem and no crash`() {
        let configuration = Configuration.load(file: URL(fileURLWithPath: "/nowhere/zbimconfig.plist"))
        #expect(codes(configuration) == [.fileMissing])
        #expect(configuration.service == nil)
    }

    // HUB-012
    @Test func `start logs what is wrong at its severity`() async throws {
        let folder = try TemporaryFolder()
        let log = Log(build: .debug)
        let receiver = RecordingLog()
        log.setReceiver(receiver)
        let core = try Core(
            configuration: .load(file: nil),
            environment: Environment(folder: folder.url, transport: FakeTransport()), log: log)
        core.start()
        #expect(receiver.entries.map(\.severity) == [.criticalError])
        #expect(await core.eventSender.drain() == .notConfigured)
        await core.close()
    }

    // HUB-013
    @Test(arguments: [
        "{}", #"{"dbServiceUrl": ""}"#, #"{"dbServiceUrl": "v1/apps/brand/main"}"#,
        #"{"dbServiceUrl": "http://marquee.example/v1/apps/brand/main"}"#,
        #"{"dbServiceUrl": "http://127.0.0.1.example/v1/apps/brand/main"}"#,
        #"{"dbServiceUrl": "ftp://marquee.example/v1/apps/brand/main"}"#,
        #"{"dbServiceUrl": "https://user@marquee.example/v1/apps/brand/main"}"#, #"{"dbServiceUrl": 7}"#,
    ])
    func `an address that must not be contacted leaves none`(text: String) {
        let configuration = read(text)
        #expect(configuration.service == nil)
        #expect(!configuration.isUsable)
        #expect(["dbServiceUrl", "service"].contains(configuration.problems.first?.key))
    }

    // HUB-013
    @Test(arguments: ["127.0.0.1:8080", "localhost", "[::1]:80"])
    func `this machine may be contacted without TLS`(host: String) {
        #expect(read(#"{"dbServiceUrl": "http://\#(host)/v1/apps/brand/main", "appID": "brand"}"#).isUsable)
    }

    // HUB-014
    @Test(arguments: [
        (#""appID": "one""#, "one"), (#""applID": "two""#, "two"), (#""applID": "two", "appID": "one""#, "one"),
    ])
    func `the app is named by either spelling, and the newer one wins`(entry: String, app: String) {
        let configuration = read(#"{"dbServiceUrl": "https://marquee.example", \#(entry)}"#)
        #expect(configuration.app == app)
        #expect(configuration.service?.absoluteString == "https://marquee.example/v1/apps/\(app)/main")
    }

    // HUB-014
    @Test func `without an app's name content works, events stay and a warning is logged`() async throws {
        let configuration = read(#"{"dbServiceUrl": "https://marquee.example/v1/apps/brand/main"}"#)
        #expect(configuration.isUsable)
        #expect(configuration.problems.map(\.severity) == [.warning])
        let folder = try TemporaryFolder()
        let transport = FakeTransport()
        let log = Log(build: .debug)
        let receiver = RecordingLog()
        log.setReceiver(receiver)
        let core = try Core(
            configuration: configuration, environment: Environment(folder: folder.url, transport: transport), log: log)
        core.start()
        let warnings = receiver.entries.filter { $0.severity == .warning }.map(\.message)
        #expect(warnings == configuration.problems.map { "configuration: \($0.message)" })
        #expect(warnings.contains { $0.contains("appID") })
        try await core.outbox.record("something_happened")
        #expect(await core.eventSender.drain() == .notConfigured)
        #expect(transport.requests.isEmpty)
        #expect(try core.outbox.counts().notPosted == 1)
        await core.close()
    }

    @Test func `a file overrides key by key and keeps the other defaults`() {
        let configuration = read(
            #"{"dbServiceUrl": "https://m.example", "appID": "a", "outbox": {"maximumEvents": 500}, "upload": {}}"#)
        #expect(configuration.problems == [])
        #expect(configuration.outboxLimits == OutboxLimits(events: 500))
        #expect(configuration.count(.outboxDays) == 90)
        #expect(configuration.count(.uploadPeriod) == 60)
    }

    @Test(arguments: [
        (#""upload": {"periodSeconds": "soon"}"#, "upload.periodSeconds", ConfigurationProblem.Code.wrongForm),
        (#""upload": {"periodSeconds": 0}"#, "upload.periodSeconds", .wrongForm),
        (#""upload": {"periodSeconds": 1.5}"#, "upload.periodSeconds", .wrongForm),
        (#""upload": {"batchEvents": 501}"#, "upload.batchEvents", .wrongForm),
        (#""uplaod": {"periodSeconds": 5}"#, "uplaod.periodSeconds", .unknownKey),
        (#""stream": "No Such Name""#, "stream", .wrongForm),
    ])
    func `a wrong value names its path and the default stays`(
        entry: String, path: String, code: ConfigurationProblem.Code
    ) {
        let configuration = read(#"{"dbServiceUrl": "https://m.example", "appID": "a", \#(entry)}"#)
        #expect(configuration.problems.map(\.key) == [path])
        #expect(codes(configuration) == [code])
        #expect(configuration.problems.allSatisfy { $0.severity == .warning })
        #expect(configuration.count(.uploadPeriod) == 60)
        #expect(configuration.isUsable)
    }

    @Test func `a complete old file draws no warning`() {
        let retired = ConfigurationTable.hub.ignored.map { #""\#($0)": "x""# }.joined(separator: ", ")
        #expect(read(#"{"dbServiceUrl": "https://m.example", "applID": "a", \#(retired)}"#).problems == [])
    }

    @Test func `a file that holds no key cannot anchor trust`() {
        let data = Data(#"{"dbServiceUrl": "https://m.example", "appID": "a"}"#.utf8)
        #expect(!Configuration(data: data, trustAnchors: [Data([1, 2, 3])]).isUsable)
        #expect(!Configuration(data: data, trustAnchors: []).isUsable)
    }

    @Test func `settings made in code follow the same table`() throws {
        let service = try #require(URL(string: "https://m.example/v1/apps/brand/beta"))
        let configuration = Configuration(
            service: service, trustAnchors: [key], settings: [.uploadPeriod: .count(2)])
        #expect(configuration.app == "brand")
        #expect(configuration.scope == (try Scope(app: "brand", stream: "beta")))
        #expect(configuration.count(.uploadPeriod) == 2)
        #expect(configuration.problems == [])
    }

    /// The native files.
    enum NativeFile: String, CaseIterable {
        case json = "marquee.json"
        case plist = "Marquee.plist"

        func content(_ key: Data) throws -> Data {
            let service = "https://marquee.example/v1/apps/brand/main"
            switch self {
            case .json:
                return Data(
                    """
                    {"service": "\(service)", "app": "brand", "keys": ["\(key.base64EncodedString())"],
                     "session": {"timeoutSeconds": 5}}
                    """.utf8)
            case .plist:
                let entries: [String: Any] = [
                    "service": service, "app": "brand", "keys": [key], "session": ["timeoutSeconds": 5],
                ]
                return try PropertyListSerialization.data(fromPropertyList: entries, format: .xml, options: 0)
            }
        }
    }

    @Test(arguments: NativeFile.allCases) func `the native file carries address, app and keys`(file: NativeFile) throws {
        let bundle = try AppBundle([file.rawValue: file.content(key)])
        let configuration = Configuration.load(from: bundle.bundle)
        #expect(configuration.problems == [])
        #expect(configuration.scope == (try Scope(app: "brand")))
        #expect(configuration.trustAnchors == [key])
        #expect(configuration.count(.sessionTimeout) == 5)
        #expect(configuration.isUsable)
    }

    @Test func `files of several generations are merged key by key, and the native one wins`() throws {
        let other = try SigningKey.generate().publicKey().subjectPublicKeyInfo
        let bundle = try AppBundle([
            "marquee.json": Data(#"{"app": "brand", "upload": {"periodSeconds": 7}}"#.utf8),
            "zbimconfig.plist": Data(
                #"{"dbServiceUrl": "https://marquee.example", "appID": "old", "upload": {"periodSeconds": 9, "batchEvents": 3}}"#
                    .utf8),
            "pubkey.der": other,
        ])
        let configuration = Configuration.load(from: bundle.bundle)
        #expect(configuration.problems == [])
        #expect(configuration.service?.absoluteString == "https://marquee.example/v1/apps/brand/main")
        #expect(configuration.count(.uploadPeriod) == 7)
        #expect(configuration.count(.uploadBatch) == 3)
        #expect(configuration.trustAnchors == [other])
    }

    @Test func `keys of the native file replace the key file, and do not join it`() throws {
        let other = try SigningKey.generate().publicKey().subjectPublicKeyInfo
        let bundle = try AppBundle([
            "marquee.json": NativeFile.json.content(key), "zbimconfig.plist": Data(#"{"appID": "brand"}"#.utf8),
            "pubkey.der": other,
        ])
        #expect(Configuration.load(from: bundle.bundle).trustAnchors == [key])
    }

    @Test(arguments: [#""keys": []"#, #""keys": ["no base 64!"]"#, #""keys": "AAAA""#, #""keys": [7]"#])
    func `keys in another form are a critical problem`(entry: String) {
        let configuration = Configuration(
            data: Data(#"{"service": "https://m.example", "app": "a", \#(entry)}"#.utf8))
        #expect(codes(configuration) == [.wrongForm])
        #expect(configuration.problems.first?.severity == .criticalError)
        #expect(configuration.problems.first?.key == "keys")
        #expect(configuration.trustAnchors == [])
    }

    @Test func `a bundle without any file names the files that it may carry`() throws {
        let message = try #require(Configuration.load(from: AppBundle([:]).bundle).problems.first?.message)
        for name in ["marquee.json", "Marquee.plist", "zbimconfig.plist"] { #expect(message.contains(name)) }
    }
}

/// A bundle with resources, as an app has.
private struct AppBundle {
    let folder: TemporaryFolder
    let bundle: Bundle

    init(_ files: [String: Data]) throws {
        folder = try TemporaryFolder()
        let location = folder.url.appending(path: "App.bundle", directoryHint: .isDirectory)
        try FileManager.default.createDirectory(at: location, withIntermediateDirectories: true)
        bundle = try #require(Bundle(url: location))
        let resources = try #require(bundle.resourceURL)
        for (name, data) in files { try data.write(to: resources.appending(path: name)) }
    }
}
