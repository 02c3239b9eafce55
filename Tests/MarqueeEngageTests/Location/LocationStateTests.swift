import MarqueeCore
import MarqueeWire
import Testing

@testable import MarqueeEngage

/// ENG-139, ENG-141 to ENG-143: what is known about the location, and what is worth waiting for.
struct LocationStateTests {
    private static let start = Timestamp(milliseconds: 1_000_000_000)
    private var settings = LocationSettings()

    private func fix(_ latitude: Double = 33.7, _ longitude: Double = -84.4, age: Int = 0) throws -> LocationFix {
        try #require(
            LocationFix(latitude: latitude, longitude: longitude, time: Self.start + .seconds(-age)))
    }

    private func receive(_ fix: LocationFix, _ state: inout LocationState, _ seconds: Int = 0) -> [LocationState.Action]
    {
        state.fixReceived(fix, now: Self.start + .seconds(seconds), uptime: .seconds(seconds))
    }

    /// A degree of latitude has about 111,195 metres.
    @Test(arguments: [(9.0, false), (11.0, true)]) func `a move below the filter is ignored`(
        _ metres: Double, _ isHandled: Bool
    ) throws {
        var state = LocationState(settings)
        _ = receive(try fix(), &state)
        let moved = try fix(33.7 + metres / 111_195)
        _ = receive(moved, &state, 1)
        #expect(state.coordinates(.seconds(1)).0 == .known(isHandled ? moved : try fix()))
    }

    @Test func `a near fix is used when the old one has become too old`() throws {
        var state = LocationState(settings)
        _ = receive(try fix(), &state)
        let near = try #require(LocationFix(latitude: 33.70001, longitude: -84.4, time: Self.start + .seconds(3_600)))
        _ = receive(near, &state, 3_600)
        #expect(state.coordinates(.seconds(3_600)).0 == .known(near))
    }

    @Test func `coordinates are used for the configured time, and then asked for again`() throws {
        var state = LocationState(settings)
        _ = receive(try fix(age: 600), &state)
        #expect(state.coordinates(.seconds(2_999)).0 == .known(try fix(age: 600)))
        let (answer, actions) = state.coordinates(.seconds(3_000))
        #expect(answer == .pending)
        #expect(actions == [.requestFix])
        #expect(state.coordinates(.seconds(3_001)).1.isEmpty)
    }

    @Test func `a fix that is too old already is ignored, one from the future is new`() throws {
        var state = LocationState(settings)
        #expect(receive(try fix(age: 3_600), &state).isEmpty)
        #expect(state.coordinates(.zero).0 == .pending)
        _ = receive(try fix(age: -864_000), &state)
        #expect(state.coordinates(.seconds(3_599)).0 == .known(try fix(age: -864_000)))
        #expect(state.coordinates(.seconds(3_600)).0 == .pending)
    }

    @Test func `coordinates are waited for until their timeout, then not for a minute`() {
        var state = LocationState(settings)
        state.started(.zero)
        let answers = [0, 14, 15, 74].map { state.coordinates(.seconds($0)).0 }
        #expect(answers == [.pending, .pending, .absent, .absent])
        let (answer, actions) = state.coordinates(.seconds(75))
        #expect(answer == .pending)
        #expect(actions == [.requestFix])
    }

    @Test func `a timeout of zero waits for nothing`() {
        var settings = settings
        settings.acquisitionTimeout = .zero
        var state = LocationState(settings)
        #expect(state.coordinates(.zero).0 == .absent)
        #expect(state.place(.zero).0 == .absent)
    }

    @Test func `a place is found for a fix, published once, and used for the configured time`() throws {
        var state = LocationState(settings)
        #expect(receive(try fix(), &state) == [.findPlace(try fix())])
        #expect(state.place(.seconds(14)).0 == .pending)
        #expect(state.placeReceived(.example, for: try fix(), uptime: .seconds(14)) == [.publish(.example)])
        #expect(state.place(.seconds(15)).0 == .known(.example))
        // A move within the place asks for no other one.
        #expect(receive(try fix(33.705), &state, 20).isEmpty)
        #expect(state.place(.seconds(20)).0 == .known(.example))
        // A long move does.
        #expect(receive(try fix(34), &state, 30) == [.findPlace(try fix(34))])
        #expect(state.place(.seconds(30)).0 == .pending)
    }

    @Test func `a place is asked for again when it is too old`() throws {
        var state = LocationState(settings)
        _ = receive(try fix(), &state)
        _ = state.placeReceived(.example, for: try fix(), uptime: .zero)
        let moved = try #require(LocationFix(latitude: 33.701, longitude: -84.4, time: Self.start + .seconds(3_000)))
        #expect(receive(moved, &state, 3_000).isEmpty)
        let (answer, actions) = state.place(.seconds(3_600))
        #expect(answer == .pending)
        #expect(actions == [.findPlace(moved)])
    }

    @Test func `a place is waited for until its timeout, and a failing geocoder ends the wait at once`() throws {
        var state = LocationState(settings)
        _ = receive(try fix(), &state)
        #expect(state.place(.seconds(15)).0 == .absent)
        state = LocationState(settings)
        _ = receive(try fix(), &state)
        #expect(state.placeReceived(nil, for: try fix(), uptime: .seconds(1)).isEmpty)
        #expect(state.place(.seconds(1)).0 == .absent)
        #expect(state.place(.seconds(60)).0 == .absent)
        #expect(state.place(.seconds(61)).1 == [.findPlace(try fix())])
    }

    @Test func `a place without any part is none`() throws {
        var state = LocationState(settings)
        _ = receive(try fix(), &state)
        #expect(state.placeReceived(Placemark(), for: try fix(), uptime: .zero).isEmpty)
        #expect(state.place(.zero).0 == .absent)
    }

    @Test func `a place waits no longer than its coordinates`() {
        var state = LocationState(settings)
        state.started(.zero)
        #expect(state.place(.seconds(14)).0 == .pending)
        #expect(state.place(.seconds(15)).0 == .absent)
    }

    @Test(arguments: [(91.0, 0.0), (0, 181), (.nan, 0), (0, .infinity)]) func `a fix outside the earth is none`(
        _ latitude: Double, _ longitude: Double
    ) {
        #expect(LocationFix(latitude: latitude, longitude: longitude, time: Self.start) == nil)
    }

    @Test(arguments: [
        (0.0, 0.0, 0.0, 1.0, 111_195.0), (52.5200, 13.4050, 48.8566, 2.3522, 877_465), (10, 179.5, 10, -179.5, 109_506),
        (90, 0, -90, 0, 20_015_115), (5, 5, 5, 5, 0),
    ]) func `distances are those on a sphere`(
        _ latitude: Double, _ longitude: Double, _ other: Double, _ otherLongitude: Double, _ metres: Double
    ) throws {
        let distance = try fix(latitude, longitude).distance(to: fix(other, otherLongitude))
        #expect(abs(distance - metres) <= max(2, metres * 0.001))
    }
}
