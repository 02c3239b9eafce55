import MRAID

/// A location on Earth, as the lab's pages write it.
struct Place: Codable, Sendable, Hashable {
    /// The largest radius of error that a phone can have, in metres.
    static let maximumAccuracy = 100_000.0
    /// The default radius of error, in metres.
    static let usualAccuracy = 100.0

    /// Degrees north.
    var latitude: Double
    /// Degrees east.
    var longitude: Double
    /// The radius of error in metres.
    var accuracy: Double?

    /// The location as an ad gets it; nil for degrees or an accuracy that no phone would report.
    var location: Container.Location? {
        let accuracy = accuracy ?? Self.usualAccuracy
        guard (0...Self.maximumAccuracy).contains(accuracy) else { return nil }
        return Container.Location(latitude: latitude, longitude: longitude, source: .device, accuracy: accuracy)
    }
}
