extension Container {
    /// A feature of the device or the app that an ad can ask about with `supports()`.
    ///
    /// `vpaid` is missing: the container has no VPAID bridge, so `supports("vpaid")` is false.
    public enum Feature: String, Sendable, Hashable, CaseIterable, Codable {
        /// Links with the scheme `sms`.
        case sms
        /// Links with the scheme `tel`.
        case tel
        /// `createCalendarEvent`.
        case calendar
        /// `storePicture`.
        case storePicture
        /// Video inside the page.
        case inlineVideo
        /// `getLocation` (3.0).
        case location

        /// Whether the version of the standard has the feature.
        public func exists(in version: Version) -> Bool { self != .location || version == .v3 }
    }
}
