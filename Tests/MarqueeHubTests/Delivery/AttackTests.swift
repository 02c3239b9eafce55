import Foundation
import MarqueeCore
import MarqueeHub
import MarqueeTesting
import MarqueeWire
import Testing

/// One test per attack on the way from the publisher to the device.
///
/// HUB-154, HUB-155, HUB-157.
@Suite struct AttackTests {
    private let device: DeliveryFixture

    init() throws {
        device = try DeliveryFixture()
    }

    // HUB-157
    @Test func `a replayed state is refused`() async throws {
        let library = try await device.filledLibrary()
        let old = device.service.engine
        try device.service.publish(.sample(articles: 4))
        _ = await library.refresh()
        device.service.replace(old)
        #expect(await library.refresh().error?.code == .rollback)
        #expect(library.open()?.version == 2)
    }

    /// HUB-157: the state is new, the release it names is old.
    @Test func `a replayed release under a newer state is refused`() async throws {
        let library = try await device.filledLibrary()
        let old = try #require(device.service.engine.pointer)
        try device.service.publish(.sample(articles: 4))
        _ = await library.refresh()
        try device.engine { engine in
            engine.pointer = old
            try engine.publishFresh(now: device.now)
        }
        #expect(await library.refresh().error?.code == .rollback)
    }

    @Test func `a high-water mark survives a restart`() async throws {
        let library = try await device.filledLibrary()
        let old = device.service.engine
        try device.service.publish(.sample(articles: 4))
        _ = await library.refresh()
        device.service.replace(old)
        #expect(try await device.library().refresh().error?.code == .rollback)
    }

    @Test func `a frozen service becomes visible as stale`() async throws {
        let library = try await device.filledLibrary()
        #expect(library.staleSince == nil)
        let end = try #require(library.fresh?.expires)
        device.advance(.seconds(8 * 86_400))
        #expect(await library.refresh().error?.code == .expired)
        #expect(library.staleSince == end)
        #expect(library.open() != nil)
    }

    @Test func `a clock set back does not revive an expired state`() async throws {
        let library = try await device.filledLibrary()
        let old = device.service.engine
        device.advance(.seconds(30 * 86_400))
        try device.engine { try $0.publishRoot(now: device.now, alsoSignedBy: []) }
        try device.service.publish(.sample())
        _ = await library.refresh()
        device.advance(.seconds(-29 * 86_400))
        var replayed = old
        replayed.roots = device.service.engine.roots
        replayed.freshVersion = 99
        try replayed.publishFresh(now: device.now) { $0.release = device.service.engine.pointer ?? $0.release }
        device.service.replace(replayed)
        #expect(await library.refresh().error?.code == .expired)
    }

    /// Release 2's bytes stand where release 3 is announced.
    @Test func `a release mixed with another's pointer is refused`() async throws {
        let library = try await device.filledLibrary()
        try device.service.publish(.sample(articles: 4))
        try device.engine { engine in
            let pointer = try #require(engine.pointer)
            engine.pointer = Fresh.ReleasePointer(version: 3, object: pointer.object)
            try engine.publishFresh(now: device.now)
        }
        #expect(await library.refresh().error?.code == .rollback)
        #expect(library.open()?.version == 1)
    }

    @Test func `a manifest of another place is refused`() async throws {
        let library = try await device.filledLibrary()
        let known = device.service.engine.objects
        try device.engine { engine in
            try engine.publish(.sample(articles: 4), now: device.now)
            let release = try #require(engine.pointer).object.sha256
            let new = engine.objects.filter { known[$0.key] == nil && $0.key != release }
            for (hash, other) in zip(new.keys, new.values.reversed()) { engine.objects[hash] = other }
        }
        let error = try #require(await library.refresh().error)
        #expect([.notAuthentic, .interrupted, .tooLarge].contains(error.code))
        #expect(library.open()?.version == 1)
    }

    @Test func `a device pushed out of reach recovers when the online keys are replaced`() async throws {
        let library = try await device.filledLibrary()
        try device.engine { engine in
            engine.releaseVersion = 1_000_000
            engine.freshVersion = 1_000_000
            try engine.publish(.sample(articles: 4), now: device.now)
        }
        _ = await library.refresh()
        #expect(library.open()?.version == 1_000_001)
        try device.engine { engine in
            engine.keys[.fresh] = [try .generate()]
            engine.keys[.release] = [try .generate()]
            engine.releaseVersion = 1
            engine.freshVersion = 1
            try engine.publishRoot(now: device.now)
            try engine.publish(.sample(), now: device.now)
        }
        #expect(await library.refresh().error == nil)
        #expect(library.open()?.version == 2)
    }

    // HUB-154
    @Test func `content of another app's key is refused`() async throws {
        try device.service.publish(.sample())
        let stranger = try SigningKey.generate().publicKey().subjectPublicKeyInfo
        let library = try await device.library(anchors: TrustAnchors(keys: [stranger]))
        #expect(await library.refresh().error?.code == .notAuthentic)
        #expect(!library.isReady)
    }

    // HUB-154
    @Test func `a signature that does not verify is logged as critical, being offline is not`() async throws {
        try device.service.publish(.sample())
        let stranger = try SigningKey.generate().publicKey().subjectPublicKeyInfo
        let environment = Environment(
            folder: device.folder, transport: device.service, now: { [clock = device.clock] in clock.withLock { $0 } })
        let core = try Core(
            configuration: Configuration(service: device.service.url, trustAnchors: [stranger]),
            environment: environment)
        let log = RecordingLog()
        core.log.setReceiver(log)
        let hub = Hub(core: core)
        device.service.intercept { _ throws(TransportError) in throw TransportError(.unreachable, "no network") }
        #expect(await hub.refresh().error?.code == .offline)
        #expect(log.messages(.criticalError).isEmpty)
        #expect(log.messages(.error).contains { $0.contains("offline") })
        device.service.intercept(nil)
        #expect(await hub.refresh().error?.code == .notAuthentic)
        #expect(!hub.isReady)
        #expect(log.messages(.criticalError).contains { $0.contains("not_authentic") })
    }

    @Test(arguments: [("other", "main"), ("brand", "beta")])
    func `documents of another app or stream are refused`(app: String, stream: String) async throws {
        try device.service.publish(.sample())
        let engine = device.service.engine
        let library = try await device.library(scope: try Scope(app: app, stream: stream))
        device.service.intercept { path throws(TransportError) in
            path == "fresh" ? TransportResponse(status: 200, body: engine.fresh) : nil
        }
        #expect(await library.refresh().error?.code == .notAuthentic)
    }

    @Test func `a release presented as a state is refused`() async throws {
        let library = try await device.filledLibrary()
        try device.engine { engine in
            let pointer = try #require(engine.pointer)
            engine.fresh = try #require(engine.objects[pointer.object.sha256])
        }
        #expect(await library.refresh().error?.code == .notAuthentic)
    }

    @Test func `a payload signed as one type does not verify as another`() throws {
        let key = try SigningKey.generate()
        let document = try SignedDocument(type: .release, payload: Data("{}".utf8), keys: [key])
        let forged = try SignedDocument(type: .fresh, payload: document.payload, signatures: document.signatures)
        #expect(throws: WireError.self) { try forged.verify([SignaturePolicy(keys: [try key.publicKey()])]) }
    }

    @Test func `a signature counts only under its key's own algorithm`() throws {
        let (p256, ed25519) = (try SigningKey.generate(.p256), try SigningKey.generate())
        let message = SignedDocument.signedBytes(type: .fresh, payload: Data("{}".utf8))
        let forged = try SignedDocument(
            type: .fresh, payload: Data("{}".utf8),
            signatures: [.init(key: try ed25519.publicKey().id, bytes: try p256.signature(for: message))])
        let policy = SignaturePolicy(keys: [try p256.publicKey(), try ed25519.publicKey()])
        #expect(throws: WireError.self) { try forged.verify([policy]) }
    }

    @Test func `one key under two names does not reach a threshold of two`() async throws {
        let library = try await device.filledLibrary()
        let extra = try SigningKey.generate()
        try device.engine { engine in
            engine.keys[.fresh, default: []].append(extra)
            engine.thresholds[.fresh] = 2
            try engine.publishRoot(now: device.now)
            engine.keys[.fresh] = [extra]
            try engine.publishFresh(now: device.now)
        }
        #expect(await library.refresh().error?.code == .notAuthentic)
        let key = try extra.publicKey()
        #expect(SignaturePolicy(keys: [key, key], threshold: 2).keys.count == 1)
        #expect(throws: RefreshError.self) {
            try TrustAnchors(keys: [key.subjectPublicKeyInfo, key.subjectPublicKeyInfo], threshold: 2)
        }
    }

    @Test func `a gap in the chain of roots is refused`() async throws {
        let library = try await device.filledLibrary()
        try device.engine { engine in
            try engine.publishRoot(now: device.now)
            try engine.publishRoot(now: device.now)
            engine.roots[1] = engine.roots[2]
            try engine.publishFresh(now: device.now)
        }
        #expect(await library.refresh().error?.code == .rollback)
    }

    @Test(arguments: DocumentType.allCases) func `every role's key can be replaced`(role: DocumentType) async throws {
        let library = try await device.filledLibrary()
        let anchors = try TrustAnchors(keys: [device.service.publicKey()])
        try device.engine { engine in
            let old = engine.keys[role, default: []]
            engine.keys[role] = [try .generate(.p256)]
            try engine.publishRoot(now: device.now, alsoSignedBy: role == .root ? old : [])
            try engine.publish(.sample(articles: 4), now: device.now)
        }
        #expect(await library.refresh().error == nil)
        #expect(library.open()?.version == 2)
        #expect(try await device.library(anchors: anchors).open()?.version == 2)
    }

    @Test func `a root without its predecessor's signature is refused`() async throws {
        let library = try await device.filledLibrary()
        try device.engine { engine in
            engine.keys[.root] = [try .generate()]
            try engine.publishRoot(now: device.now)
            try engine.publish(.sample(articles: 4), now: device.now)
        }
        #expect(await library.refresh().error?.code == .notAuthentic)
        #expect(library.open()?.version == 1)
    }

    @Test func `an expired root between two is walked, an expired last one stops updating`() async throws {
        let library = try await device.filledLibrary()
        try device.engine { engine in
            engine.validity = .seconds(60)
            try engine.publishRoot(now: device.now)
            device.advance(.seconds(3600))
            engine.validity = .seconds(86_400)
            try engine.publishRoot(now: device.now)
            try engine.publish(.sample(articles: 4), now: device.now)
        }
        #expect(await library.refresh().error == nil)
        device.advance(.seconds(2 * 86_400))
        try device.engine { engine in
            engine.validity = .seconds(30 * 86_400)
            try engine.publish(.sample(articles: 5), now: device.now)
        }
        #expect(await library.refresh().error?.code == .expired)
        #expect(library.open()?.version == 2)
    }

    @Test func `one flipped bit in any byte of any signed document is refused`() throws {
        try device.service.publish(.sample())
        let engine = device.service.engine
        let anchors = try TrustAnchors(keys: [device.service.publicKey()])
        let pointer = try #require(engine.pointer)
        let root = try SignedDocument(engine.roots[0], expected: .root).read(Root.self, as: engine.scope)
        let documents: [(DocumentType, Data, SignaturePolicy)] = [
            (.root, engine.roots[0], anchors.policy), (.fresh, engine.fresh, root.policy(for: .fresh)),
            (.release, try #require(engine.objects[pointer.object.sha256]), root.policy(for: .release)),
        ]
        for (type, document, policy) in documents {
            for index in document.indices {
                var flipped = document
                flipped[index] ^= 1 << UInt8(index % 8)
                #expect(throws: WireError.self, "\(type) byte \(index)") {
                    try SignedDocument(flipped, expected: type).verify([policy])
                }
            }
        }
    }
}
