import Foundation
public import MarqueeWire

/// Where the device was at one moment.
public struct LocationFix: Sendable, Hashable {
    /// In degrees, from -90 to 90; positive in the north.
    public let latitude: Double
    /// In degrees, from -180 to 180; positive in the east.
    public let longitude: Double
    /// When the system measured the location.
    public let time: Timestamp

    /// A location.
    /// - Returns: `nil` if a coordinate is not a number or is outside its range.
    public init?(latitude: Double, longitude: Double, time: Timestamp) {
        guard (-90...90).contains(latitude), (-180...180).contains(longitude) else { return nil }
        self.latitude = latitude
        self.longitude = longitude
        self.time = time
    }

    /// The distance along the surface in metres, on a sphere of the earth's mean radius.
    package func distance(to other: LocationFix) -> Double {
        let radians = Double.pi / 180
        let (north, otherNorth) = (latitude * radians, other.latitude * radians)
        let (rise, turn) = (sin((otherNorth - north) / 2), sin((other.longitude - longitude) * radians / 2))
        let half = rise * rise + cos(north) * cos(otherNorth) * turn * turn
        return 2 * 6_371_009 * asin(min(1, half.squareRoot()))
    }
}
