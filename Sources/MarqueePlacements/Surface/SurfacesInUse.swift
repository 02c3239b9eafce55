import MarqueeCore

/// The surfaces that requests use now. A surface has one set of views, so that two requests on it would take them from
/// each other.
final class SurfacesInUse: Sendable {
    private struct Use {
        weak var surface: (any PlacementSurface)?
    }

    /// By request.
    private let uses = Locked<[ObjectIdentifier: Use]>([:])

    /// - Returns: `false` if another request uses the surface.
    func claim(_ surface: any PlacementSurface, for request: PlacementRequest) -> Bool {
        uses.withLock { uses in
            guard !uses.values.contains(where: { $0.surface === surface }) else { return false }
            uses[ObjectIdentifier(request)] = Use(surface: surface)
            return true
        }
    }

    func release(for request: PlacementRequest) {
        uses.withLock { $0[ObjectIdentifier(request)] = nil }
    }
}
