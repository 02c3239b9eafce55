/// Chooses the controller that presents a full-screen hub if the app passes none: the topmost controller on screen.
///
/// The rules work with any types of windows and controllers, so that tests need no UIKit.
public enum PresentingPlace {
    /// The visibility of a window's scene, most visible first.
    public enum Visibility: Int, Sendable, CaseIterable, Comparable {
        /// The scene is visible and gets input.
        case active
        /// The scene is visible and gets no input, for example during an incoming call.
        case inactive
        /// The scene is not on the screen.
        case background

        /// Orders by visibility, most visible first.
        public static func < (left: Visibility, right: Visibility) -> Bool { left.rawValue < right.rawValue }
    }

    /// A window in which a hub may be presented.
    public struct Window<Handle> {
        /// The system's own window object.
        public let handle: Handle
        /// The visibility of the window's scene.
        public let visibility: Visibility
        /// Whether the window gets the keyboard input.
        public let isKey: Bool

        /// Describes a window.
        public init(_ handle: Handle, visibility: Visibility, isKey: Bool) {
            self.handle = handle
            self.visibility = visibility
            self.isKey = isKey
        }
    }

    /// The most visible window that is not in the background. Of equally visible windows, the key window is chosen.
    public static func window<Handle>(among windows: [Window<Handle>]) -> Handle? {
        windows.filter { $0.visibility != .background }
            .min { ($0.visibility, $0.isKey ? 0 : 1) < ($1.visibility, $1.isKey ? 0 : 1) }?.handle
    }

    /// The controller that no other controller covers.
    /// - Parameters:
    ///   - root: the window's root controller.
    ///   - covering: returns the controller that its argument presents; `nil` if there is none or it is being
    ///     dismissed.
    public static func top<Controller>(from root: Controller, covering: (Controller) -> Controller?) -> Controller {
        var top = root
        while let next = covering(top) { top = next }
        return top
    }
}
