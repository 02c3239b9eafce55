import MarqueeCore
import MarqueeTesting
import MarqueeWire

@testable import MarqueeEngage

/// A source of locations that a test moves.
final class ScriptedLocations: LocationSource {
    struct State: Sendable {
        var isAuthorised = true
        var placemarks: [Placemark?] = []
        var calls: [String] = []
        var deliver: (@Sendable (LocationFix) -> Void)?
    }

    private let state = Locked(State())

    var now: State { state.withLock { $0 } }

    func change(_ body: (inout State) -> Void) {
        state.withLock { state in
            var copy = state
            body(&copy)
            state = copy
        }
    }

    var isAuthorised: Bool {
        state.withLock { state in
            state.calls.append("isAuthorised")
            return state.isAuthorised
        }
    }

    func start(_ precision: LocationPrecision, distance: Double, deliver: @escaping @Sendable (LocationFix) -> Void) {
        change {
            $0.calls.append("start \(precision) \(distance)")
            $0.deliver = deliver
        }
    }

    func requestFix() { change { $0.calls.append("requestFix") } }

    func stop() { change { $0.calls.append("stop") } }

    func placemark(at fix: LocationFix) async -> Placemark? {
        state.withLock { state in
            state.calls.append("placemark")
            return state.placemarks.isEmpty ? nil : state.placemarks.removeFirst()
        }
    }

    func move(to fix: LocationFix?) {
        if let fix { now.deliver?(fix) }
    }
}

extension Placemark {
    static var example: Placemark {
        var placemark = Placemark()
        placemark.name = "Town Hall"
        placemark.city = "Atlanta"
        placemark.state = "GA"
        placemark.postalCode = "30303"
        placemark.country = "United States"
        placemark.countryCode = "US"
        return placemark
    }
}
