import MarqueeCore
import Synchronization

/// A phone's location for one of its apps. The phone's user permits it wherever the lab has set a place.
final class PhoneLocation: LocationSource {
    private let whereabouts: Whereabouts
    private let clock: DeviceClock
    private let deliver = Mutex<(@Sendable (LocationFix) -> Void)?>(nil)

    init(_ surroundings: Surroundings) {
        whereabouts = surroundings.whereabouts
        clock = surroundings.clock
    }

    var isAuthorised: Bool { whereabouts.place != nil }

    func start(_ precision: LocationPrecision, distance: Double, deliver: @escaping @Sendable (LocationFix) -> Void) {
        self.deliver.withLock { $0 = deliver }
        requestFix()
    }

    func requestFix() {
        guard let place = whereabouts.place,
            let fix = LocationFix(latitude: place.latitude, longitude: place.longitude, time: clock.now)
        else { return }
        deliver.withLock { $0 }?(fix)
    }

    func stop() {
        deliver.withLock { $0 = nil }
    }

    func placemark(at fix: LocationFix) async -> Placemark? { NamedPlace.nearest(to: fix)?.placemark }
}
