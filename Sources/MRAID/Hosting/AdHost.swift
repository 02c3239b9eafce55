/// Runs a ``Container`` for an app. It reads the clock, passes actions to the app's ``AdSurface`` in order, and drops
/// layouts and exposures that have not changed.
///
/// ```swift
/// let host = AdHost(Container.Configuration(placement: .inline, layout: layout), surface: view)
/// host.start()
/// // In the web view's message handler, and wherever else something happens around the ad:
/// host.received(message, from: .first)
/// host.received(.tapped(.first))
/// host.seen(.first, at: frame, within: [window])
/// ```
///
/// The app may call the host while it carries out an action, for example ``HostEvent/settled`` inside
/// ``AdSurface/perform(_:)``. The actions that result wait until the earlier ones are done. A host is not `Sendable`:
/// keep it where one thread at a time uses it, for example on the main actor.
public final class AdHost {
    /// The current state of the ad.
    public private(set) var container: Container

    private weak var surface: (any AdSurface)?
    private let uptime: () -> Duration
    private var actions: [HostAction] = []
    private var isPerforming = false
    private var exposures: [Container.Page: Exposure] = [:]
    private var placed: Placed?

    private struct Placed: Equatable {
        var layout: Container.Layout
        var resized: Container.Rectangle?
    }

    /// Creates a host for one ad. The surface is held weakly. `uptime` reads a clock that never goes back.
    public init(_ configuration: Container.Configuration, surface: any AdSurface, uptime: @escaping () -> Duration) {
        container = Container(configuration)
        (self.surface, self.uptime) = (surface, uptime)
    }

    /// Creates a host that reads the continuous system clock.
    public convenience init(_ configuration: Container.Configuration, surface: any AdSurface) {
        let start = ContinuousClock.now
        self.init(configuration, surface: surface) { start.duration(to: .now) }
    }

    /// Call this once, when the page begins to load.
    public func start() { perform(container.started(at: uptime())) }

    /// Handles a message that the page posted, as JSON.
    public func received(_ message: String, from page: Container.Page) {
        perform(container.received(message, from: page, at: uptime()))
    }

    /// Handles an event around the ad.
    public func received(_ event: HostEvent) {
        perform(container.received(event, at: uptime()))
    }

    /// Whether the navigation may continue where it was requested. If not, cancel it; the host opens the target with an
    /// action where that is allowed.
    public func allows(_ request: NavigationPolicy.Request, from page: Container.Page) -> Bool {
        let navigation = container.received(request, from: page, at: uptime())
        perform(navigation.actions)
        return navigation.isAllowed
    }

    /// Passes on a new layout, or the new frame of a resized ad. Call it with every layout pass; values that have not
    /// changed are ignored.
    public func laidOut(_ layout: Container.Layout, resizedTo resized: Container.Rectangle? = nil) {
        let now = Placed(layout: layout, resized: resized)
        guard now != placed else { return }
        placed = now
        received(.laidOut(layout, resizedTo: resized))
    }

    /// Measures how much of a page is visible and passes the result on. Call it with every layout pass and while
    /// scrolling; values that have not changed are ignored. All rectangles use the same coordinate system, which may be
    /// any.
    /// - Parameters:
    ///   - page: the page that was measured.
    ///   - frame: the frame of its web view.
    ///   - bounds: the rectangles that clip the page: the screen, the window, scroll views.
    ///   - covers: the rectangles that lie over the page.
    public func seen(
        _ page: Container.Page, at frame: Container.Rectangle, within bounds: [Container.Rectangle],
        under covers: [Container.Rectangle] = []
    ) {
        let exposure = Exposure(of: frame, within: bounds, under: covers)
        guard exposures[page] != exposure else { return }
        exposures[page] = exposure
        received(.exposed(page, exposure))
    }

    /// Call this when the time of ``AdSurface/wake(after:)`` has passed.
    public func wake() { received(.timePassed) }

    private func perform(_ new: [HostAction]) {
        actions += new
        guard !isPerforming else { return }
        isPerforming = true
        var next = 0
        while next < actions.count {
            let action = actions[next]
            next += 1
            switch action {
            case .call(let call): surface?.run(call.script, in: call.page)
            case .wake(let time): surface?.wake(after: time)
            case .restore:
                // The second page ends with this action. A later second page must be measured before it counts as
                // visible.
                exposures[.second] = nil
                surface?.perform(action)
            default: surface?.perform(action)
            }
        }
        actions = []
        isPerforming = false
    }
}
