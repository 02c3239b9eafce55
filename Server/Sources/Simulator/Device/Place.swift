import MRAID

/// A place on earth, as the lab's pages write one.
struct Place: Codable, Sendable, Hashable {
    /// The largest radius of error in metres that a phone is given.
    static let maximumAccuracy = 100_000.0
    /// The radius of error in metres where none is given.
    static let usualAccuracy = 100.0

    /// Degrees north.
    var latitude: Double
    /// Degrees east.
    var longitude: Double
    /// The radius of error in metres.
    var accuracy: Double?

    /// What an ad is told; nil for degrees or an accuracy that no phone would report.
    var location: Container.Location? {
        let accuracy = accuracy ?? Self.usualAccuracy
        guard (0...Self.maximumAccuracy).contains(accuracy) else { return nil }
        return Container.Location(latitude: latitude, longitude: longitude, source: .device, accuracy: accuracy)
    }
}
