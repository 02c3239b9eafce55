extension ScriptEvent {
    /// The events that an ad may listen to.
    public enum Name: String, Sendable, Hashable, CaseIterable {
        /// The container is ready. Sent once, after the first `stateChange`.
        case ready
        /// A command was refused. Arguments: message, action.
        case error
        /// The state changed, or the ad was resized again. Argument: state.
        case stateChange
        /// The size of the ad changed. Arguments: width, height.
        case sizeChange
        /// The ad became visible or invisible. Argument: true or false.
        case viewableChange
        /// The visible part of the ad changed (3.0). Arguments: percentage, visible rectangle, occlusion rectangles.
        case exposureChange
        /// The volume changed (3.0). Argument: percentage, or null when unknown.
        case audioVolumeChange

        /// Whether the version of the standard has the event.
        public func exists(in version: Container.Version) -> Bool {
            switch self {
            case .exposureChange, .audioVolumeChange: version == .v3
            default: true
            }
        }
    }
}
