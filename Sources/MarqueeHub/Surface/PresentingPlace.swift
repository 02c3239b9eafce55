/// Where a full-screen hub appears when the app names no controller: on top of what its user sees.
///
/// Pure, over whatever a system calls windows and controllers.
public enum PresentingPlace {
    /// How visible a window's scene is, the best first.
    public enum Visibility: Int, Sendable, CaseIterable, Comparable {
        /// In front of its user.
        case active
        /// Visible, and without input: a call comes in, or another app is beside it.
        case inactive
        /// Not on the screen.
        case background

        /// By visibility, the best first.
        public static func < (left: Visibility, right: Visibility) -> Bool { left.rawValue < right.rawValue }
    }

    /// A window that may be presented in.
    public struct Window<Handle> {
        /// The system's own.
        public let handle: Handle
        /// Of its scene.
        public let visibility: Visibility
        /// Whether it gets what is typed.
        public let isKey: Bool

        /// Describes a window.
        public init(_ handle: Handle, visibility: Visibility, isKey: Bool) {
            self.handle = handle
            self.visibility = visibility
            self.isKey = isKey
        }
    }

    /// The best of the windows that are not in the background: visible first, then the one with the keyboard.
    public static func window<Handle>(among windows: [Window<Handle>]) -> Handle? {
        windows.filter { $0.visibility != .background }
            .min { ($0.visibility, $0.isKey ? 0 : 1) < ($1.visibility, $1.isKey ? 0 : 1) }?.handle
    }

    /// The controller that nothing covers.
    /// - Parameters:
    ///   - root: the window's.
    ///   - covering: what a controller presents, unless it is about to leave.
    public static func top<Controller>(from root: Controller, covering: (Controller) -> Controller?) -> Controller {
        var top = root
        while let next = covering(top) { top = next }
        return top
    }
}
