import Foundation
import MarqueeWire

@testable import MarqueeHub

/// Opens a content file beside any library and reads objects from it.
enum ContentDatabaseProbe {
    static func open(_ file: URL, scope: Scope, anchors: TrustAnchors) throws -> (ObjectReference) -> Data? {
        let database = try ContentDatabase(file, scope: scope, anchors: anchors)
        return { try? database.object($0) }
    }
}
