/// Where the device is, for ads that may know it (3.0, `getLocation`).
public struct Location: Sendable, Hashable {
    /// How a location was found, by the numbers of the standard.
    public enum Source: Int, Sendable, Hashable, Codable {
        /// The device's own positioning.
        case device = 1
        /// Looked up from the network address.
        case networkAddress = 2
        /// Told by the user.
        case user = 3
    }

    /// Degrees north, from -90 to 90.
    public let latitude: Double
    /// Degrees east, from -180 to 180.
    public let longitude: Double
    /// How it was found.
    public let source: Source
    /// The radius of error in metres, where known.
    public let accuracy: Double?
    /// Seconds since the position was taken, where known.
    public let lastFix: Double?
    /// The look-up service by the standard's numbers, for a location from the network address.
    public let service: Int?

    /// A location, or nil when the degrees are none.
    public init?(
        latitude: Double, longitude: Double, source: Source, accuracy: Double? = nil, lastFix: Double? = nil,
        service: Int? = nil
    ) {
        guard (-90...90).contains(latitude), (-180...180).contains(longitude) else { return nil }
        self.latitude = latitude
        self.longitude = longitude
        self.source = source
        self.accuracy = accuracy
        self.lastFix = lastFix
        self.service = service
    }
}
