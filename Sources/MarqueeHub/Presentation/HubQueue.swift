import Foundation
import MarqueeCore

/// Hands a hub's instructions to its surface, one after the other.
struct HubQueue: Sendable {
    enum Action: Sendable {
        case begin(HubPresentation)
        case load(HubPage)
        case show(HubStatus)
        case update(HubControls)
        case open(URL)
        case dismiss
    }

    let surface: any HubSurface
    private let actions: SurfaceQueue<Action>

    init(_ surface: any HubSurface) {
        self.surface = surface
        actions = SurfaceQueue { await Self.perform($0, on: surface) }
    }

    /// Never waits.
    ///
    /// Nothing is performed after ``Action/dismiss``.
    func callAsFunction(_ action: Action) {
        if case .dismiss = action { actions(action, isLast: true) } else { actions(action) }
    }

    private static func perform(_ action: Action, on surface: any HubSurface) async {
        switch action {
        case .begin(let hub): await surface.begin(hub)
        case .load(let page): await surface.load(page)
        case .show(let status): await surface.show(status)
        case .update(let controls): await surface.update(controls)
        case .open(let url): await surface.open(url)
        case .dismiss: await surface.dismiss()
        }
    }
}
