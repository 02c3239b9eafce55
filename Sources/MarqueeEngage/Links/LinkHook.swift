public import Foundation
public import MarqueeCore
public import MarqueeWire

/// The hook for links that open the app. The app calls it; the SDK watches nothing by itself.
///
/// ```swift
/// .onOpenURL { url in engage.links.open(url) }
/// ```
public final class LinkHook: Sendable {
    /// The name of the built-in handler in `MobileDeepLinkingConfig.json`: it takes the parameters of the route.
    public static let handlerName = "postSilverpop"

    /// Leads links to the app's own handlers too.
    public let router: LinkRouter
    private let events: HookEvents

    init(_ router: LinkRouter, _ events: HookEvents) {
        self.router = router
        self.events = events
    }

    /// Runs the handlers of the link's route, sets the campaign that its parameters name, and tracks a started session
    /// whose values are the parameters.
    ///
    /// The parameters are those of the route, if its handlers include `postSilverpop`, and those of the query, which win.
    /// A parameter with the name of a core attribute, such as `Recipient Id`, is left out: anybody can write a link.
    /// - Parameters:
    ///   - url: the link; a malformed one is tracked without parameters.
    ///   - values: more values for the event; they win over the link's.
    /// - Returns: the event's id; `nil` if the event was dropped, or without consent.
    @discardableResult
    public func open(_ url: URL, _ values: [String: EngageValue] = [:]) -> EventID? {
        let taken = Locked<[String: String]>([:])
        let visit = router.open(url, with: [Self.handlerName: { parameters in taken.withLock { $0 = parameters } }])
        let parameters = taken.withLock { $0 }.merging(visit.query) { $1 }
        let all = parameters.filter { Self.isAllowed($0.key) }
            .mapValues { EngageValue.text($0) }.merging(values) { $1 }
        events.applyCampaign(all)
        return events.track(.sessionStarted(all))
    }

    private static func isAllowed(_ name: String) -> Bool {
        Event.Rule.propertyName.contains(name.utf8.count) && !CoreAttributes.names.contains(name)
    }
}
