import Foundation
import MarqueeCore
import MarqueeWire

/// Which stored bytes inflate to which object, by the hashes of both.
///
/// An object is hashed itself when it is first read. From then on its deflated bytes are, before anything is made of
/// them: they prove the same and are fewer. Nothing of the content is kept.
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
