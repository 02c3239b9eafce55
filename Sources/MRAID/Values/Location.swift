extension Container {
    /// The location of the device, for ads with permission to read it (3.0, `getLocation`).
    public struct Location: Sendable, Hashable {
        /// How the location was found, with the numbers of the standard.
        public enum Source: Int, Sendable, Hashable, Codable {
            /// Measured by the device.
            case device = 1
            /// Derived from the network address.
            case networkAddress = 2
            /// Entered by the user.
            case user = 3
        }

        /// Degrees north, from -90 to 90.
        public let latitude: Double
        /// Degrees east, from -180 to 180.
        public let longitude: Double
        /// How the location was found.
        public let source: Source
        /// The radius of error in metres; nil when unknown.
        public let accuracy: Double?
        /// The age of the location in seconds; nil when unknown.
        public let lastFix: Double?
        /// The look-up service, with the numbers of the standard, for a location derived from the network address.
        public let service: Int?

        /// Nil when latitude or longitude is out of range.
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
}
