import MarqueeCore
import Foundation

/// The generators of ids by name. The configuration names the generator of mobile user ids and the generator of audit
/// keys; the app registers its own generators before it starts Engage.
///
/// ```swift
/// generators.register("LoyaltyCard") { try card.number() }
/// ```
public final class IDGenerators: Sendable {
    /// The name of the generator that makes random UUIDs.
    public static let defaultName = "EngageDefaultUUIDGenerator"

    private let random: @Sendable () -> UInt64
    private let log: Log
    private let generators = Locked<[String: @Sendable () throws -> String]>([:])

    init(environment: Environment, log: Log) {
        random = environment.random
        self.log = log
    }

    /// Adds a generator, or replaces the generator with this name. It may be called on any thread.
    public func register(_ name: String, _ generator: @escaping @Sendable () throws -> String) {
        generators.withLock { $0[name] = generator }
    }

    /// An id of the named generator; a UUID if there is no such generator, or if it throws or returns an id that is empty
    /// or has more than 256 bytes.
    func makeID(_ name: String) -> String {
        guard name != Self.defaultName else { return makeUUID() }
        guard let generator = generators.withLock({ $0[name] }) else {
            log(.warning, .debug, "there is no id generator \"\(name)\"; a UUID is used")
            return makeUUID()
        }
        guard let id = try? generator(), (1...EngageIdentity.longestID).contains(id.utf8.count) else {
            log(.warning, .debug, "the id generator \"\(name)\" made no usable id; a UUID is used")
            return makeUUID()
        }
        return id
    }

    /// A random UUID (RFC 9562, version 4).
    func makeUUID() -> String {
        let (high, low) = (random() & ~0xF000 | 0x4000, random() >> 2 | 0x8000_0000_0000_0000)
        let bytes = [high, low].flatMap { half in (0..<8).map { UInt8(truncatingIfNeeded: half >> (56 - $0 * 8)) } }
        return UUID(
            uuid: (
                bytes[0], bytes[1], bytes[2], bytes[3], bytes[4], bytes[5], bytes[6], bytes[7], bytes[8], bytes[9],
                bytes[10], bytes[11], bytes[12], bytes[13], bytes[14], bytes[15]
            )
        ).uuidString.lowercased()
    }
}
