import Foundation

/// Hands a hub's instructions to its surface one after the other, in the order in which they were decided, without
/// making the decider wait.
struct SurfaceQueue: Sendable {
    enum Action: Sendable {
        case begin(ContentHub)
        case load(HubPage)
        case show(HubStatus)
        case update(HubControls)
        case open(URL)
        case dismiss
    }

    let surface: any HubSurface
    private let actions: AsyncStream<Action>.Continuation

    init(_ surface: any HubSurface) {
        self.surface = surface
        let (stream, continuation) = AsyncStream.makeStream(of: Action.self)
        actions = continuation
        Task {
            for await action in stream { await Self.perform(action, on: surface) }
        }
    }

    /// Never waits.
    ///
    /// Nothing is performed after ``Action/dismiss``.
    func callAsFunction(_ action: Action) {
        actions.yield(action)
        if case .dismiss = action { actions.finish() }
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
