import Foundation
import MarqueeWire
import Testing

@testable import MarqueePlacements

/// The life of a request: PLC-033, PLC-036, PLC-037, PLC-039 to PLC-049, PLC-052, PLC-059, PLC-060, PLC-071, PLC-131.
struct PlacementMachineTests {
    private typealias Unit = ContentUnit

    private static func unit(_ more: String = "") throws -> ContentUnit {
        let json = """
            {"url": "https://media.example/unit.html", "transition": "PH_DIALOG", "context": {"title": "Hello"},
             "frame": {"PH_PORTRAIT": {"x": 10, "y": 20, "w": 300, "h": 420}}\(more.isEmpty ? "" : ", " + more)}
            """
        return try #require(ContentUnit(JSONValue(bytes: Data(json.utf8), maximumSize: 65_536)))
    }

    /// A machine with a unit on screen, whose template has loaded.
    private static func shown(_ unit: ContentUnit) -> PlacementMachine {
        var machine = PlacementMachine()
        for input in [
            PlacementInput.presentRequested(overlaysAtOnce: false), .answered(.success(unit)), .templateLoaded(view: 1),
        ] { _ = machine.handle(input, at: .zero) }
        return machine
    }

    private static let noFrame: Unit.Rectangle? = nil
    private static let frame = Unit.Rectangle(x: 10, y: 20, width: 300, height: 420)

    @Test func `a unit is asked for, shown and closed by itself`() throws {
        let unit = try Self.unit()
        var machine = PlacementMachine()
        #expect(
            machine.handle(.presentRequested(overlaysAtOnce: false), at: .zero) == [
                .startTimer(.loading, .seconds(4)), .stopWork, .fetch(isPreload: false), .tell(.requested),
            ])
        #expect(
            machine.handle(.answered(.success(unit)), at: .seconds(1)) == [
                .tell(.received(unit)), .tell(.willDisplay(unit)), .showOverlay,
                .load(unit, view: 1, frame: Self.frame), .startTimer(.template(view: 1), .seconds(10)),
            ])
        #expect(
            machine.handle(.templateLoaded(view: 1), at: .seconds(2)) == [
                .stopTimer(.template(view: 1)), .stopTimer(.loading), .startTimer(.closeDelay, .seconds(10)),
                .tell(.displayed(unit)),
            ])
        #expect(
            machine.handle(.commandReceived(.loadContext(callback: "1"), view: 1), at: .seconds(2)) == [
                .answer(
                    BridgeAnswer("1", response: .record(["title": .text("Hello")]), isContext: true), view: 1)
            ])
        #expect(
            machine.handle(.commandReceived(.dismiss(ping: nil), view: 1), at: .seconds(3)) == [
                .stopWork, .remove(view: 1, animated: true), .stopAllTimers, .tell(.ended(.dismissed(.contentUnit))),
            ])
        #expect(machine.handle(.closeButtonTapped, at: .seconds(4)).isEmpty)
    }

    @Test func `the overlay comes at once if the app wants it`() {
        var machine = PlacementMachine()
        #expect(machine.handle(.presentRequested(overlaysAtOnce: true), at: .zero).first == .showOverlay)
    }

    @Test func `a preloaded unit is shown without a request, once`() throws {
        let unit = try Self.unit()
        var machine = PlacementMachine()
        #expect(machine.handle(.preloadRequested, at: .zero) == [.fetch(isPreload: true), .tell(.requested)])
        #expect(machine.handle(.answered(.success(unit)), at: .zero) == [.keepFiles(unit)])
        #expect(machine.handle(.filesKept(hasTemplate: true), at: .zero) == [.tell(.received(unit))])
        #expect(machine.handle(.filesKept(hasTemplate: true), at: .zero).isEmpty)
        #expect(machine.handle(.preloadRequested, at: .zero).isEmpty)
        #expect(machine.handle(.enteredBackground, at: .zero).isEmpty)
        let actions = machine.handle(.presentRequested(overlaysAtOnce: false), at: .seconds(100_000))
        #expect(actions.first == .tell(.willDisplay(unit)))
        // PLC-042: also a template from the disk may take long.
        #expect(actions.contains(.startTimer(.loading, .seconds(4))))
        #expect(!actions.contains { if case .fetch = $0 { true } else { false } })
    }

    @Test func `a preloaded unit whose time is over is asked for again`() throws {
        var machine = PlacementMachine()
        _ = machine.handle(.preloadRequested, at: .zero)
        _ = machine.handle(.answered(.success(try Self.unit(#""valid_seconds": 60"#))), at: .seconds(1))
        _ = machine.handle(.filesKept(hasTemplate: true), at: .seconds(2))
        let actions = machine.handle(.presentRequested(overlaysAtOnce: false), at: .seconds(61))
        #expect(actions.contains(.fetch(isPreload: false)))
    }

    // PLC-036, PLC-038
    @Test func `a preload whose template cannot be had fails`() throws {
        var machine = PlacementMachine()
        _ = machine.handle(.preloadRequested, at: .zero)
        _ = machine.handle(.answered(.success(try Self.unit())), at: .zero)
        let actions = machine.handle(.filesKept(hasTemplate: false), at: .zero)
        guard case .tell(.ended(.failed(let error))) = actions.last else { Issue.record("\(actions)"); return }
        #expect(error.code == .templateFailed)
    }

    @Test func `a presentation does not wait for a preloaded unit's files`() throws {
        let unit = try Self.unit()
        var machine = PlacementMachine()
        _ = machine.handle(.preloadRequested, at: .zero)
        _ = machine.handle(.answered(.success(unit)), at: .zero)
        let actions = machine.handle(.presentRequested(overlaysAtOnce: false), at: .zero)
        #expect(actions.prefix(2) == [.tell(.received(unit)), .tell(.willDisplay(unit))])
        #expect(actions.contains(.startTimer(.loading, .seconds(4))))
        #expect(machine.handle(.filesKept(hasTemplate: true), at: .zero).isEmpty)
    }

    @Test func `a presentation joins the preload that is under way`() throws {
        let unit = try Self.unit()
        var machine = PlacementMachine()
        _ = machine.handle(.preloadRequested, at: .zero)
        #expect(
            machine.handle(.presentRequested(overlaysAtOnce: false), at: .zero) == [.startTimer(.loading, .seconds(4))])
        #expect(machine.handle(.preloadRequested, at: .zero).isEmpty)
        #expect(machine.handle(.answered(.success(unit)), at: .zero).contains(.tell(.willDisplay(unit))))
    }

    /// An end without a unit on screen.
    @Test(arguments: [
        (PlacementInput.answered(.success(nil)), PlacementOutcome.noContent),
        (
            .answered(.failure(PlacementError(.refused, "no"))),
            .failed(PlacementError(.refused, "no"))
        ),
        (.closeButtonTapped, .dismissed(.closeButton)), (.enteredBackground, .dismissed(.background)),
        (
            .surfaceFailed(PlacementError(.noWindow, "no window")),
            .failed(PlacementError(.noWindow, "no window"))
        ),
    ])
    func `a request that is being answered ends once`(input: PlacementInput, outcome: PlacementOutcome) {
        var machine = PlacementMachine()
        _ = machine.handle(.presentRequested(overlaysAtOnce: true), at: .zero)
        #expect(machine.handle(input, at: .zero) == [.stopWork, .stopAllTimers, .tell(.ended(outcome))])
        #expect(machine.handle(input, at: .zero).isEmpty)
    }

    @Test func `a cancelled request says nothing`() throws {
        var fresh = PlacementMachine()
        #expect(fresh.handle(.cancelled, at: .zero) == [.stopWork, .endSilently])
        #expect(fresh.handle(.cancelled, at: .zero).isEmpty)
        var machine = Self.shown(try Self.unit())
        #expect(
            machine.handle(.cancelled, at: .zero) == [
                .stopWork, .remove(view: 1, animated: false), .stopAllTimers, .endSilently,
            ])
        #expect(machine.handle(.answered(.success(nil)), at: .zero).isEmpty)
    }

    @Test func `the close button comes after four seconds of loading, and after the unit's delay`() throws {
        var loading = PlacementMachine()
        _ = loading.handle(.presentRequested(overlaysAtOnce: true), at: .zero)
        #expect(loading.handle(.timerFired(.loading), at: .seconds(4)) == [.showCloseButton(true)])
        #expect(loading.handle(.timerFired(.loading), at: .seconds(5)).isEmpty)
        var machine = Self.shown(try Self.unit())
        #expect(machine.handle(.timerFired(.closeDelay), at: .seconds(10)) == [.showCloseButton(true)])
    }

    @Test func `a template that decides about the close button has the last word`() throws {
        var machine = Self.shown(try Self.unit())
        #expect(
            machine.handle(.commandReceived(.closeButton(isHidden: false, callback: "c"), view: 1), at: .zero) == [
                .stopTimer(.loading), .stopTimer(.closeDelay), .showCloseButton(true),
                .answer(BridgeAnswer("c", response: ["hidden": .truth(false)]), view: 1),
            ])
        _ = machine.handle(.commandReceived(.closeButton(isHidden: true, callback: nil), view: 1), at: .zero)
        #expect(machine.handle(.timerFired(.closeDelay), at: .seconds(10)).isEmpty)
        #expect(
            machine.handle(.commandReceived(.closeButton(isHidden: nil, callback: "d"), view: 1), at: .zero).last
                == .answer(BridgeAnswer("d", response: ["hidden": .truth(true)]), view: 1))
    }

    // PLC-042
    @Test(arguments: [nil, true, false] as [Bool?])
    func `what a template decided about the close button goes with it`(below: Bool?) throws {
        let unit = try Self.unit()
        var machine = Self.shown(unit)
        if let below {
            _ = machine.handle(.commandReceived(.closeButton(isHidden: below, callback: nil), view: 1), at: .zero)
        }
        _ = machine.handle(
            .subcontentAnswered(.success(SubContent(unit: unit, response: .null)), view: 1, callback: nil), at: .zero)
        _ = machine.handle(.commandReceived(.closeButton(isHidden: true, callback: nil), view: 2), at: .zero)
        #expect(!machine.hasCloseButton)
        let actions = machine.handle(.commandReceived(.dismiss(ping: nil), view: 2), at: .zero)
        #expect(actions.contains(.startTimer(.closeDelay, unit.closeDelay)) == (below == nil))
        #expect(machine.hasCloseButton == (below == false))
        #expect(machine.handle(.timerFired(.closeDelay), at: .seconds(10)).isEmpty == (below != nil))
    }

    // PLC-042
    @Test func `a template that asks about the close button does not keep it away`() throws {
        let asks = PlacementInput.commandReceived(.closeButton(isHidden: nil, callback: "c"), view: 1)
        var machine = Self.shown(try Self.unit())
        #expect(
            machine.handle(asks, at: .zero) == [
                .answer(BridgeAnswer("c", response: ["hidden": .truth(true)]), view: 1)
            ])
        #expect(machine.handle(.timerFired(.closeDelay), at: .seconds(10)) == [.showCloseButton(true)])
        #expect(
            machine.handle(asks, at: .seconds(11)) == [
                .answer(BridgeAnswer("c", response: ["hidden": .truth(false)]), view: 1)
            ])
        var loading = PlacementMachine()
        _ = loading.handle(.presentRequested(overlaysAtOnce: false), at: .zero)
        _ = loading.handle(.answered(.success(try Self.unit())), at: .zero)
        _ = loading.handle(asks, at: .seconds(1))
        #expect(loading.handle(.timerFired(.loading), at: .seconds(4)) == [.showCloseButton(true)])
    }

    @Test func `the native close button reports itself to the unit's address`() throws {
        var machine = Self.shown(try Self.unit(#""close_ping": "https://api.example/closed""#))
        let actions = machine.handle(.closeButtonTapped, at: .zero)
        #expect(actions.first == .ping(try #require(URL(string: "https://api.example/closed"))))
        #expect(actions.contains(.remove(view: 1, animated: false)))
        #expect(actions.last == .tell(.ended(.dismissed(.closeButton))))
    }

    @Test func `a template that does not load ends the request`() throws {
        var machine = PlacementMachine()
        _ = machine.handle(.presentRequested(overlaysAtOnce: false), at: .zero)
        _ = machine.handle(.answered(.success(try Self.unit())), at: .zero)
        let actions = machine.handle(.timerFired(.template(view: 1)), at: .seconds(10))
        guard case .tell(.ended(.failed(let error))) = actions.last else { Issue.record("\(actions)"); return }
        #expect(error.code == .templateFailed)
        let isDisplayed = actions.contains { if case .tell(.displayed) = $0 { true } else { false } }
        #expect(!isDisplayed, "PLC-043")
    }

    @Test func `a unit without any frame cannot be shown, and one with another frame can`() throws {
        let bare = try #require(
            ContentUnit(
                ["url": .text("https://a.example"), "frame": .record([:]), "transition": .text("PH_DIALOG")].record))
        var machine = PlacementMachine()
        _ = machine.handle(.presentRequested(overlaysAtOnce: false), at: .zero)
        let actions = machine.handle(.answered(.success(bare)), at: .zero)
        guard case .tell(.ended(.failed(let error))) = actions.last else { Issue.record("\(actions)"); return }
        #expect(error.code == .noFrame)

        var turned = Self.shown(try Self.unit())
        #expect(turned.handle(.rotated(.landscape), at: .zero) == [.place(view: 1, frame: Self.frame)])
        #expect(turned.handle(.rotated(.landscape), at: .zero).isEmpty)
    }

    @Test func `a unit opens another one on top of itself, and goes on if that fails`() throws {
        let unit = try Self.unit()
        var machine = Self.shown(unit)
        #expect(
            machine.handle(.commandReceived(.subcontent(["id": "7"], callback: "s"), view: 1), at: .zero) == [
                .fetchSubcontent(["id": "7"], view: 1, callback: "s")
            ])
        let failure = PlacementInput.subcontentAnswered(
            .failure(PlacementError(.noNetwork, "")), view: 1, callback: "s")
        #expect(machine.handle(failure, at: .zero) == [.answer(.failure("s"), view: 1)])
        let content = SubContent(unit: unit, response: .record(["a": .integer(1)]))
        let actions = machine.handle(.subcontentAnswered(.success(content), view: 1, callback: "s"), at: .zero)
        #expect(actions.first == .answer(BridgeAnswer("s", response: ["a": .integer(1)]), view: 1))
        #expect(actions.contains(.load(unit, view: 2, frame: Self.frame)))
        #expect(
            machine.handle(.templateFailed(view: 2, reason: "gone"), at: .zero) == [
                .stopTimer(.template(view: 2)), .remove(view: 2, animated: true),
            ])
        #expect(
            machine.handle(.commandReceived(.dismiss(ping: nil), view: 1), at: .zero).last
                == .tell(.ended(.dismissed(.contentUnit))))
    }

    @Test func `units on top of each other are bounded`() throws {
        let unit = try Self.unit()
        var machine = Self.shown(unit)
        for view in 1..<PlacementMachine.maximumViews {
            let content = SubContent(unit: unit, response: .null)
            _ = machine.handle(.subcontentAnswered(.success(content), view: view, callback: nil), at: .zero)
        }
        #expect(machine.views.count == PlacementMachine.maximumViews)
        let last = machine.handle(
            .commandReceived(.subcontent([:], callback: "s"), view: PlacementMachine.maximumViews), at: .zero)
        #expect(last == [.answer(.failure("s"), view: PlacementMachine.maximumViews)])
    }

    @Test func `a link closes the unit before it is opened, even if it leads nowhere`() throws {
        let url = try #require(URL(string: "https://apps.example/id1"))
        var machine = Self.shown(try Self.unit())
        let launch = BridgeCommand.Launch(url: url, product: nil)
        #expect(
            machine.handle(.commandReceived(.launch(launch, callback: "l"), view: 1), at: .zero) == [
                .resolveLink(launch, view: 1, callback: "l")
            ])
        let link = PlacementLink(url: url)
        #expect(
            machine.handle(.linkResolved(link, view: 1, callback: "l"), at: .zero) == [
                .answer(BridgeAnswer("l", response: ["url": .text(url.absoluteString)]), view: 1), .stopWork,
                .remove(view: 1, animated: true), .stopAllTimers, .open(link),
                .tell(.ended(.dismissed(.contentUnit))),
            ])
        var other = Self.shown(try Self.unit())
        #expect(
            other.handle(.linkResolved(nil, view: 1, callback: "l"), at: .zero) == [
                .answer(.failure("l"), view: 1), .stopWork, .remove(view: 1, animated: true), .stopAllTimers,
                .tell(.ended(.dismissed(.contentUnit))),
            ])
    }

    private static let candy = UnitPurchase(
        product: "com.example.candy", name: "Candy", quantity: 1, receipt: "r1", signature: "")

    @Test func `a unit waits for its purchase, which is resolved once`() throws {
        var machine = Self.shown(try Self.unit())
        #expect(
            machine.handle(.commandReceived(.purchase([Self.candy], callback: "p"), view: 1), at: .zero) == [
                .startTimer(.purchase(receipt: "r1"), .seconds(600)), .startPurchase(Self.candy),
            ])
        #expect(
            machine.handle(.purchaseResolved(receipt: "r1", .buy), at: .zero) == [
                .stopTimer(.purchase(receipt: "r1")), .stopPurchase(receipt: "r1"),
                .answer(BridgeAnswer("p", response: ["resolution": .text("buy")]), view: 1),
            ])
        #expect(machine.handle(.purchaseResolved(receipt: "r1", .cancel), at: .zero).isEmpty)
        #expect(machine.handle(.timerFired(.purchase(receipt: "r1")), at: .seconds(600)).isEmpty)
    }

    @Test func `the same item twice in a message is bought once`() throws {
        var machine = Self.shown(try Self.unit())
        #expect(
            machine.handle(.commandReceived(.purchase([Self.candy, Self.candy], callback: "p"), view: 1), at: .zero)
                == [.startTimer(.purchase(receipt: "r1"), .seconds(600)), .startPurchase(Self.candy)])
    }

    // PLC-036
    @Test func `a unit whose time ends while its files are stored is asked for again`() throws {
        let unit = try Self.unit(#""valid_seconds": 30"#)
        for (seconds, isOver) in [(29, false), (30, true)] {
            var machine = PlacementMachine()
            _ = machine.handle(.preloadRequested, at: .zero)
            #expect(machine.handle(.answered(.success(unit)), at: .zero) == [.keepFiles(unit)])
            let actions = machine.handle(.presentRequested(overlaysAtOnce: false), at: .seconds(seconds))
            #expect(actions.contains(.fetch(isPreload: false)) == isOver)
            #expect(actions.contains(.tell(.willDisplay(unit))) != isOver)
        }
    }

    @Test func `an app that forgets a purchase cannot hold the unit for ever`() throws {
        var machine = Self.shown(try Self.unit())
        _ = machine.handle(.commandReceived(.purchase([Self.candy], callback: "p"), view: 1), at: .zero)
        let actions = machine.handle(.timerFired(.purchase(receipt: "r1")), at: .seconds(600))
        #expect(actions.last == .answer(BridgeAnswer("p", response: ["resolution": .text("error")]), view: 1))
    }

    @Test func `a purchase without a usable item is answered at once`() throws {
        var machine = Self.shown(try Self.unit())
        #expect(
            machine.handle(.commandReceived(.purchase([], callback: "p"), view: 1), at: .zero) == [
                .answer(BridgeAnswer("p", response: ["resolution": .text("error")]), view: 1)
            ])
    }

    // PLC-045
    @Test func `a unit that closes itself settles its purchase first, as an error`() throws {
        var machine = Self.shown(try Self.unit())
        _ = machine.handle(.commandReceived(.purchase([Self.candy], callback: "p"), view: 1), at: .zero)
        #expect(
            machine.handle(.commandReceived(.dismiss(ping: nil), view: 1), at: .zero) == [
                .stopWork, .stopTimer(.purchase(receipt: "r1")), .stopPurchase(receipt: "r1"),
                .answer(BridgeAnswer("p", response: ["resolution": .text("error")]), view: 1),
                .remove(view: 1, animated: true), .stopAllTimers, .tell(.ended(.dismissed(.contentUnit))),
            ])
    }

    // PLC-017
    @Test func `an opt-out drops a preloaded unit, asks again for one under way, and leaves one on screen`() throws {
        let unit = try Self.unit()
        var machine = PlacementMachine()
        #expect(machine.handle(.preloadDropped, at: .zero).isEmpty)
        _ = machine.handle(.preloadRequested, at: .zero)
        #expect(machine.handle(.preloadDropped, at: .zero) == [.stopWork, .fetch(isPreload: true)])
        _ = machine.handle(.answered(.success(unit)), at: .zero)
        #expect(machine.handle(.preloadDropped, at: .zero) == [.stopWork, .fetch(isPreload: true)])
        #expect(machine.handle(.answered(.success(unit)), at: .zero) == [.keepFiles(unit)])
        _ = machine.handle(.filesKept(hasTemplate: true), at: .zero)
        #expect(machine.handle(.preloadDropped, at: .zero).isEmpty)
        #expect(
            machine.handle(.presentRequested(overlaysAtOnce: false), at: .zero).contains(.fetch(isPreload: false)))
        var shown = Self.shown(unit)
        #expect(shown.handle(.preloadDropped, at: .zero).isEmpty)
        #expect(shown.views.count == 1)
    }

    @Test func `a surface that fails before the presentation ends the request`() {
        var machine = PlacementMachine()
        let error = PlacementError(.noWindow, "no window")
        #expect(machine.handle(.surfaceFailed(error), at: .zero) == [.stopWork, .tell(.ended(.failed(error)))])
        #expect(machine.handle(.presentRequested(overlaysAtOnce: true), at: .zero).isEmpty)
    }
}

extension [String: JSONValue] {
    fileprivate var record: JSONValue { .record(self) }
}
