/// The events that an ad may listen to.
public enum EventName: String, Sendable, Hashable, CaseIterable {
    /// The container is ready; comes once, after the first `stateChange`.
    case ready
    /// A command was refused: message, action.
    case error
    /// The state is another, or the ad was resized again: state.
    case stateChange
    /// The ad has another size: width, height.
    case sizeChange
    /// The ad came into view or left it: true or false.
    case viewableChange
    /// Another part of the ad is seen (3.0): percentage, visible rectangle, occlusion rectangles.
    case exposureChange
    /// The volume is another (3.0): percentage, or null when unknown.
    case audioVolumeChange

    /// Whether the version of the standard has the event.
    public func exists(in version: Version) -> Bool {
        switch self {
        case .exposureChange, .audioVolumeChange: version == .v3
        default: true
        }
    }
}
