public import Foundation
public import MarqueeHub
public import MarqueeWire

/// Gives ``SurfaceConformance`` access to the surface under test, as a person sees and uses it.
public protocol SurfaceProbe: Sendable {
    /// The surface under test.
    var surface: any HubSurface { get }

    /// The current content of the screen.
    func screen() async -> SurfaceScreen

    /// Answers the question whether to leave the app, as a person does.
    func answer(_ leaves: Bool) async

    /// Called repeatedly while the check waits. If the surface has no web view, the probe reports the page on screen as
    /// rendered.
    func pageStands() async
}

extension SurfaceProbe {
    /// Does nothing, because a web view reports rendered pages itself.
    public func pageStands() async {}
}

/// The parts of a surface that a person sees.
public struct SurfaceScreen: Sendable, Hashable {
    /// Whether the surface is on screen.
    public var isOnScreen: Bool
    /// The page that is shown or being loaded.
    public var page: ContentURI?
    /// The status view that covers the page.
    public var status: HubStatus?
    /// The controls as they are drawn.
    public var controls: HubControls?
    /// The address of the waiting question.
    public var question: URL?
    /// The last address that was passed to the system.
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
