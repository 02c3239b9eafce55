public import Foundation
public import MarqueeHub
public import MarqueeWire

/// A surface on trial: ``SurfaceConformance`` looks at it the way a person looks at a screen.
public protocol SurfaceProbe: Sendable {
    /// What is on trial.
    var surface: any HubSurface { get }

    /// What the person sees at this moment.
    func screen() async -> SurfaceScreen

    /// The person answers the question whether to leave the app.
    func answer(_ leaves: Bool) async

    /// Called again and again while something is waited for: a probe whose surface has no web view reports the page that
    /// stands on screen as rendered.
    func pageStands() async
}

extension SurfaceProbe {
    /// Nothing: a web view reports by itself.
    public func pageStands() async {}
}

/// What a person sees of a surface.
public struct SurfaceScreen: Sendable, Hashable {
    /// The surface has its place.
    public var isOnScreen: Bool
    /// The page that stands there, or is on its way.
    public var page: ContentURI?
    /// What covers the page.
    public var status: HubStatus?
    /// As they are drawn.
    public var controls: HubControls?
    /// The address of a question that waits.
    public var question: URL?
    /// The last address that was handed to the system.
    public var opened: URL?

    /// Describes a screen.
    public init(
        isOnScreen: Bool, page: ContentURI? = nil, status: HubStatus? = nil, controls: HubControls? = nil,
        question: URL? = nil, opened: URL? = nil
    ) {
        self.isOnScreen = isOnScreen
        self.page = page
        self.status = status
        self.controls = controls
        self.question = question
        self.opened = opened
    }
}
