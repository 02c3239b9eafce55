/// A feature of device and app that an ad may ask for with `supports()`.
///
/// `vpaid` is not among them: the container has no VPAID bridge, so `supports("vpaid")` is false.
public enum Feature: String, Sendable, Hashable, CaseIterable, Codable {
    /// Links of the scheme `sms`.
    case sms
    /// Links of the scheme `tel`.
    case tel
    /// `createCalendarEvent`.
    case calendar
    /// `storePicture`.
    case storePicture
    /// Video inside the page.
    case inlineVideo
    /// `getLocation`, in 3.0 alone.
    case location

    /// Whether the version of the standard knows the feature.
    public func exists(in version: Version) -> Bool { self != .location || version == .v3 }
}
