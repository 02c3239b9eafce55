import Foundation
import MarqueeCore

/// The places that a phone's geocoder knows: those of the lab's control, in `places.js`.
struct NamedPlace: Sendable {
    /// In metres: the geocoder knows nothing of a location that is farther away.
    static let farthest = 50_000.0
    private static let metresPerDegree = 111_195.0

    static let all = [
        NamedPlace(name: "Zugspitze", 47.42, 10.98, city: "Grainau", country: "Germany", code: "DE"),
        NamedPlace(name: "Lisbon", 38.72, -9.14, city: "Lisbon", country: "Portugal", code: "PT"),
        NamedPlace(name: "Tokyo", 35.68, 139.77, city: "Tokyo", country: "Japan", code: "JP"),
        NamedPlace(name: "Nairobi", -1.29, 36.82, city: "Nairobi", country: "Kenya", code: "KE"),
        NamedPlace(name: "Ushuaia", -54.8, -68.3, city: "Ushuaia", country: "Argentina", code: "AR"),
    ]

    let placemark: Placemark
    private let latitude: Double
    private let longitude: Double

    private init(
        name: String, _ latitude: Double, _ longitude: Double, city: String, country: String, code: String
    ) {
        var placemark = Placemark()
        placemark.name = name
        placemark.city = city
        placemark.country = country
        placemark.countryCode = code
        self.placemark = placemark
        self.latitude = latitude
        self.longitude = longitude
    }

    /// The place within ``farthest`` of a fix; no two of them are that near to each other.
    static func nearest(to fix: LocationFix) -> NamedPlace? {
        all.first { place in
            let north = (place.latitude - fix.latitude) * metresPerDegree
            let east = (place.longitude - fix.longitude) * metresPerDegree * cos(fix.latitude * .pi / 180)
            return north * north + east * east <= farthest * farthest
        }
    }
}
