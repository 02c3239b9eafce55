import MarqueeWire
import Testing

@testable import MarqueeCore

/// ENG-069 to ENG-072, PLC-028: the start, the end and the duration of a session.
@Suite struct SessionMachineTests {
    /// Sends events at given uptimes in seconds, and collects the machine's actions.
    private struct Story {
        var machine: SessionMachine
        var said: [String] = []
        private var ids = 0

        init(timeout: Int = 1_800, previous: Session? = nil, appState: AppState = .foreground) {
            machine = SessionMachine(timeout: .seconds(timeout), previous: previous, appState: appState)
        }

        mutating func at(_ seconds: Double, wall: Double? = nil, _ event: (String) -> SessionMachine.Event) {
            ids += 1
            let wall = Timestamp(milliseconds: Int64((wall ?? seconds) * 1_000))
            let actions = machine.handle(event("s\(ids)"), at: ClockReading(wall: wall, uptime: .seconds(seconds)))
            for case .announce(let change) in actions { said.append(Self.text(change)) }
        }

        private static func text(_ change: SessionChange) -> String {
            switch change {
            case .started(let session): "started \(session.id)"
            case .inactive(let session): "inactive \(session.id) \(session.activeTime.components.seconds)"
            case .active(let session): "active \(session.id)"
            case .ended(let session): "ended \(session.id) \(session.activeTime.components.seconds)"
            }
        }
    }

    private let background: (String) -> SessionMachine.Event = { _ in .enteredBackground }
    private let passed: (String) -> SessionMachine.Event = { _ in .timePassed }

    // ENG-071
    @Test func `60 s active, 10 min away, 30 s active, then expiry: the session lasted 90 s`() {
        var story = Story()
        story.at(0) { .launched(newID: $0) }
        story.at(60, background)
        story.at(660) { .enteredForeground(newID: $0) }
        story.at(690, background)
        story.at(10_000) { .enteredForeground(newID: $0) }
        #expect(
            story.said == [
                "started s1", "inactive s1 60", "active s1", "inactive s1 90", "ended s1 90", "started s5",
            ])
    }

    // ENG-069, ENG-072
    @Test(arguments: [(0, false), (1_799, false), (1_799.999, false), (1_800, true), (1_000_000, true)])
    func `an absence as long as the timeout ends the session, a shorter one does not`(away: Double, ends: Bool) {
        var story = Story()
        story.at(0) { .launched(newID: $0) }
        story.at(10, background)
        story.at(10 + away) { .enteredForeground(newID: $0) }
        #expect(
            story.said == ["started s1", "inactive s1 10"] + (ends ? ["ended s1 10", "started s3"] : ["active s1"]))
    }

    // ENG-070
    @Test func `the next launch ends the session of a killed process with its stored times`() {
        var earlier = Session(id: "killed", start: Timestamp(milliseconds: 5_000))
        earlier.activeTime = .milliseconds(60_900)
        var story = Story(previous: earlier)
        story.at(0) { .launched(newID: $0) }
        story.at(1) { .launched(newID: $0) }
        #expect(story.said == ["ended killed 60", "started s1"])
    }

    // ENG-071
    @Test(arguments: [-1_000_000.0, 1_000_000]) func `a clock change does not change durations`(jump: Double) {
        var story = Story()
        story.at(0) { .launched(newID: $0) }
        story.at(20, wall: 20 + jump, passed)
        story.at(60, wall: 60 - jump, background)
        story.at(70, wall: 70 + jump) { .enteredForeground(newID: $0) }
        story.at(80, background)
        #expect(story.said == ["started s1", "inactive s1 60", "active s1", "inactive s1 70"])
    }

    // PLC-028
    @Test func `time in the background never counts as active`() {
        var story = Story()
        story.at(0) { .launched(newID: $0) }
        for second in [10, 20, 30] { story.at(Double(second), passed) }
        #expect(story.machine.session?.activeTime == .seconds(30))
        story.at(35, background)
        for second in [40, 50] { story.at(Double(second), passed) }
        #expect(story.machine.session?.activeTime == .seconds(35))
        #expect(story.machine.session?.lastActive == Timestamp(milliseconds: 35_000))
    }

    @Test func `repeated and early events change nothing`() {
        var story = Story()
        story.at(0, background)
        story.at(0) { .enteredForeground(newID: $0) }
        story.at(1) { .launched(newID: $0) }
        story.at(2) { .enteredForeground(newID: $0) }
        story.at(3, background)
        story.at(4, background)
        #expect(story.said == ["started s3", "inactive s3 2"])
    }

    // ENG-069
    @Test func `a launch in the background ends the last session, and starts none until the app is on screen`() {
        let earlier = Session(id: "earlier", start: Timestamp(milliseconds: 5_000))
        var story = Story(previous: earlier, appState: .background)
        story.at(0) { .launched(newID: $0) }
        for second in [10, 20] { story.at(Double(second), passed) }
        story.at(30, background)
        #expect(story.said == ["ended earlier 0"])
        #expect(story.machine.session == nil)
        story.at(100_000) { .enteredForeground(newID: $0) }
        story.at(100_001) { .enteredForeground(newID: $0) }
        story.at(100_060, background)
        story.at(100_070) { .enteredForeground(newID: $0) }
        #expect(story.said.dropFirst() == ["started s5", "inactive s5 60", "active s5"])
    }
}
