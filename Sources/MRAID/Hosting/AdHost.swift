/// Runs a ``Container`` for an app: keeps the time, hands actions to the app's ``AdSurface`` in order, and tells the container
/// nothing twice.
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
/// The app may call the host while it carries out an action, for example ``HostEvent/settled`` from inside
/// ``AdSurface/perform(_:)``: the input waits until the actions before it are done. A host is not `Sendable`: keep it where one
/// thread at a time has it, such as the main actor.
public final class AdHost {
    /// The ad's state, at any time.
    public private(set) var container: Container

    private weak var surface: (any AdSurface)?
    private let uptime: () -> Duration
    private var actions: [HostAction] = []
    private var isPerforming = false
    private var exposures: [Page: Exposure] = [:]
    private var placed: Placed?

    private struct Placed: Equatable {
        var layout: Layout
        var resized: Rectangle?
    }

    /// A host for one ad. It does not keep the surface alive; `uptime` reads any clock that never goes back.
    public init(_ configuration: Container.Configuration, surface: any AdSurface, uptime: @escaping () -> Duration) {
        container = Container(configuration)
        (self.surface, self.uptime) = (surface, uptime)
    }

    /// A host that reads the system's clock.
    public convenience init(_ configuration: Container.Configuration, surface: any AdSurface) {
        let start = ContinuousClock.now
        self.init(configuration, surface: surface) { start.duration(to: .now) }
    }

    /// Call this once, when the page begins to load.
    public func start() { perform(container.started(at: uptime())) }

    /// Takes a message that the page posted.
    public func received(_ message: String, from page: Page) {
        perform(container.received(message, from: page, at: uptime()))
    }

    /// Takes what happened around the ad.
    public func received(_ event: HostEvent) {
        perform(container.received(event, at: uptime()))
    }

    /// Whether a navigation takes place where it was asked for. If not, cancel it; where it leads is opened by an action.
    public func allows(_ request: NavigationPolicy.Request, from page: Page) -> Bool {
        let navigation = container.received(request, from: page, at: uptime())
        perform(navigation.actions)
        return navigation.isAllowed
    }

    /// Takes a new layout, or a new place of the resized ad. The app may call it with every pass of its own layout.
    public func laidOut(_ layout: Layout, resizedTo resized: Rectangle? = nil) {
        let now = Placed(layout: layout, resized: resized)
        guard now != placed else { return }
        placed = now
        received(.laidOut(layout, resizedTo: resized))
    }

    /// Takes where a page is and what is around it, and works out how much of it is seen. The app may call it with every pass of
    /// its own layout and while it scrolls. All rectangles are in one system of coordinates, whichever that is.
    /// - Parameters:
    ///   - page: the page that was measured.
    ///   - frame: where its web view is.
    ///   - bounds: what the page is clipped to: the screen, the window, scroll views.
    ///   - covers: what lies over it.
    public func seen(_ page: Page, at frame: Rectangle, within bounds: [Rectangle], under covers: [Rectangle] = []) {
        let exposure = Exposure(of: frame, within: bounds, under: covers)
        guard exposures[page] != exposure else { return }
        exposures[page] = exposure
        received(.exposed(page, exposure))
    }

    /// Call this when the time of ``AdSurface/wake(after:)`` has come.
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
                // The second page is gone with it; another has to be measured before it counts as seen.
                exposures[.second] = nil
                surface?.perform(action)
            default: surface?.perform(action)
            }
        }
        actions = []
        isPerforming = false
    }
}
