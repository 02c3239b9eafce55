import Foundation
import MarqueeCore
import MarqueeWire

/// Remembers which deflated bytes hold which object, by the hashes of both.
///
/// The first read of an object hashes the object itself. Later reads hash its deflated bytes before they are inflated:
/// this proves the same and there are fewer bytes to hash. No content is kept in memory.
final class ProvenForms: Sendable {
    private let forms = Locked<[ObjectReference: ObjectHash]>([:])

    /// The object, verified.
    func object(of stored: StoredObject) throws(WireError) -> Data {
        guard stored.encoding == .deflate else { return try stored.object() }
        let form = ObjectHash(of: stored.bytes)
        guard forms.withLock({ $0[stored.reference] }) != form else { return try stored.inflated() }
        let object = try stored.object()
        forms.withLock { $0[stored.reference] = form }
        return object
    }
}
