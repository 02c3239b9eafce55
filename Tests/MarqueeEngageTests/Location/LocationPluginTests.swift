import Foundation
import MarqueeCore
import MarqueeTesting
import MarqueeWire
import Testing

@testable import MarqueeEngage

/// ENG-056, ENG-139 to ENG-144, ENG-186, ENG-187: locations in events.
struct LocationPluginTests {
    private final class Fixture: Sendable {
        let locations = ScriptedLocations()
        let clock = ManualClock()
        let folder: TemporaryFolder
        let keeper: LocationKeeper
        let isGranted = Locked(true)
        let published = Locked<[Placemark]>([])

        init(_ change: (inout LocationSettings) -> Void = { _ in }) throws {
            folder = try TemporaryFolder()
            var settings = LocationSettings()
            change(&settings)
            keeper = LocationKeeper(
                locations, settings: settings,
                environment: Environment(folder: folder.url, transport: FakeTransport(), clock: clock),
                isGranted: { [isGranted] in isGranted.withLock { $0 } },
                publish: { [published] placemark in published.withLock { $0.append(placemark) } })
        }

        var plugins: [any AugmentationPlugin] {
            let names = EngageFieldNames()
            return [
                CoordinatesPlugin(keeper: keeper, names: names), PlacemarkPlugin(keeper: keeper, names: names),
                LocationNamePlugin(keeper: keeper, names: names),
            ]
        }

        /// The event after all plug-ins that apply and are ready, as they are asked in order.
        func augment(_ attributes: [UniversalEvent.Attribute] = []) async throws -> UniversalEvent {
            var event = UniversalEvent(.named, time: clock.now, attributes: attributes)
            for plugin in plugins where plugin.applies(to: event.type) {
                if try plugin.isReady(for: event) { event = try await plugin.augment(event) }
            }
            return event
        }

        func isReady() throws -> [Bool] {
            let event = UniversalEvent(.named, time: clock.now, attributes: [])
            return try plugins.map { try $0.isReady(for: event) }
        }

        func move(_ latitude: Double = 33.749, _ longitude: Double = -84.388) {
            locations.move(to: LocationFix(latitude: latitude, longitude: longitude, time: clock.now))
        }
    }

    @Test func `events get coordinates, address and name`() async throws {
        let fixture = try Fixture()
        fixture.locations.change { $0.placemarks = [.example] }
        fixture.keeper.start()
        #expect(try fixture.isReady() == [false, false, false])
        fixture.move()
        #expect(try await eventually { try fixture.isReady() == [true, true, true] })
        let event = try await fixture.augment([.init("Longitude", "mine"), .init("Location Address", "mine")])
        #expect(
            event.attributes == [
                .init("Longitude", "-84.388"),
                .init("Location Address", "Atlanta, GA 30303, United States (US)"),
                .init("Latitude", "33.749"), .init("Location Name", "Town Hall"),
            ])
        #expect(fixture.published.withLock { $0 } == [.example])
        #expect(fixture.plugins.map(\.isSynchronous) == [true, true, false])
        #expect(fixture.locations.now.calls.contains("start best 10.0"))
    }

    @Test(arguments: ["", "Home"]) func `a name that the app has set stays`(_ name: String) async throws {
        let fixture = try Fixture()
        fixture.locations.change { $0.placemarks = [.example] }
        fixture.keeper.start()
        fixture.move()
        #expect(try await eventually { try fixture.isReady() == [true, true, true] })
        #expect(try await fixture.augment([.init("Location Name", name)])["Location Name"] == name)
    }

    @Test func `a place without a name or an address adds only what it has`() async throws {
        let fixture = try Fixture()
        var (nameless, placeless) = (Placemark.example, Placemark())
        nameless.name = ""
        placeless.name = "Sea"
        for (placemark, name, address) in [
            (nameless, nil, "Atlanta, GA 30303, United States (US)"), (placeless, "Sea", nil),
        ] {
            let fixture = try Fixture()
            fixture.locations.change { $0.placemarks = [placemark] }
            fixture.keeper.start()
            fixture.move()
            #expect(try await eventually { try fixture.isReady() == [true, true, true] })
            let event = try await fixture.augment()
            #expect(event["Location Name"] == name)
            #expect(event["Location Address"] == address)
        }
        fixture.keeper.stop()
    }

    @Test func `without a location in time, the attributes are absent`() async throws {
        let fixture = try Fixture()
        fixture.keeper.start()
        fixture.clock.advance(by: .seconds(15))
        #expect(try fixture.isReady() == [true, true, true])
        #expect(try await fixture.augment().attributes.isEmpty)
    }

    @Test func `a failing geocoder delays nothing`() async throws {
        let fixture = try Fixture()
        fixture.keeper.start()
        fixture.move()
        #expect(try await eventually { try fixture.isReady() == [true, true, true] })
        let event = try await fixture.augment()
        #expect(event.attributes.map(\.name) == ["Longitude", "Latitude"])
    }

    @Test func `while locations are switched off, nothing of the system is touched`() async throws {
        let fixture = try Fixture { $0.isEnabled = false }
        fixture.keeper.start()
        #expect(fixture.plugins.map { $0.applies(to: .named) } == [false, false, false])
        #expect(try fixture.isReady() == [true, true, true])
        fixture.keeper.stop()
        #expect(fixture.locations.now.calls.isEmpty)
    }

    @Test func `without permission or consent, nothing waits and nothing is added`() async throws {
        let fixture = try Fixture()
        fixture.keeper.start()
        fixture.move()
        fixture.locations.change { $0.isAuthorised = false }
        #expect(fixture.plugins.map { $0.applies(to: .named) } == [false, false, false])
        #expect(try fixture.isReady() == [true, true, true])
        fixture.locations.change { $0.isAuthorised = true }
        #expect(try await fixture.augment()["Latitude"] != nil)
        fixture.isGranted.withLock { $0 = false }
        #expect(fixture.plugins.map { $0.applies(to: .named) } == [false, false, false])
        #expect(try await fixture.augment().attributes.isEmpty)
    }

    @Test func `a refusal before the start leaves the source alone`() throws {
        let fixture = try Fixture()
        fixture.isGranted.withLock { $0 = false }
        fixture.keeper.start()
        #expect(fixture.locations.now.calls.isEmpty)
    }

    @Test func `an old location is not used`() async throws {
        let fixture = try Fixture { $0.lifespan = .seconds(60) }
        fixture.keeper.start()
        fixture.move()
        fixture.clock.advance(by: .seconds(60))
        #expect(try fixture.isReady().first == false)
        #expect(fixture.locations.now.calls.contains("requestFix"))
        #expect(try await fixture.augment().attributes.isEmpty)
    }

    @Test(arguments: [
        (0.1, "0.1"), (-0.1, "-0.1"), (33.749, "33.749"), (0, "0"), (-0.0, "0"), (180, "180"),
        (1.00000000001, "1.0000000001"), (-1.00000000001, "-1.0000000001"), (1.0000000001, "1.0000000001"),
        (1e-11, "0.0000000001"), (-1e-300, "-0.0000000001"), (84.38798239999999, "84.3879824"), (.nan, "0"),
        (.infinity, "0"),
    ]) func `coordinates have ten digits at most, rounded away from zero`(_ degrees: Double, _ text: String) {
        #expect(CoordinatesPlugin.text(degrees) == text)
    }

    @Test(arguments: [
        ("kCLLocationAccuracyBest", LocationPrecision.best),
        ("KCLLOCATIONACCURACYKILOMETER", .kilometre), ("kclLocationAccuracyBestForNavigation", .bestForNavigation),
        ("kCLLocationAccuracyNearestTenMeters", .nearestTenMetres),
        ("kCLLocationAccuracyHundredMeters", .hundredMetres),
        ("kCLLocationAccuracyThreeKilometers", .threeKilometres), ("exact", .nearestTenMetres), ("", .nearestTenMetres),
    ]) func `a precision has one of six names; another one is logged`(_ name: String, _ precision: LocationPrecision) {
        let (log, messages) = (Log(build: .debug), RecordingLog())
        log.setReceiver(messages)
        #expect(LocationSettings.precision(named: name, log: log) == precision)
        #expect(messages.messages(.warning).isEmpty == name.lowercased().hasPrefix("kcl"))
    }
}
