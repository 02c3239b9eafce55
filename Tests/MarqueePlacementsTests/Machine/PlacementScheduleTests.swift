import Foundation
import MarqueeTesting
import MarqueeWire
import Testing

@testable import MarqueePlacements

/// Any order of calls, answers, faults and cancellations has exactly one end (PLC-049, PLC-052, PLC-109).
struct PlacementScheduleTests {
    /// A generator whose numbers depend on its seed only (SplitMix64).
    struct Seeded: RandomNumberGenerator {
        var state: UInt64

        mutating func next() -> UInt64 {
            state &+= 0x9E37_79B9_7F4A_7C15
            var word = state
            word = (word ^ (word >> 30)) &* 0xBF58_476D_1CE4_E5B9
            word = (word ^ (word >> 27)) &* 0x94D0_49BB_1331_11EB
            return word ^ (word >> 31)
        }
    }

    private static let units: [ContentUnit] = [
        #"{"url": "https://a.example", "frame": "PH_FULLSCREEN", "transition": "PH_MODAL", "valid_seconds": 3}"#,
        #"{"url": "https://a.example", "frame": {"PH_PORTRAIT": {"x": 1, "y": 1, "w": 1, "h": 1}}, "transition": "PH_DIALOG"}"#,
        #"{"url": "https://a.example", "frame": {}, "transition": "PH_DIALOG", "close_ping": "https://a.example/p"}"#,
    ].compactMap { (try? JSONValue(bytes: Data($0.utf8), maximumSize: 4_096)).flatMap(ContentUnit.init) }

    private static func input(_ random: inout Seeded) -> PlacementInput {
        let view = Int.random(in: 0...4, using: &random)
        let receipt = "r\(Int.random(in: 0...3, using: &random))"
        let unit = units[Int.random(in: 0..<units.count, using: &random)]
        let error = PlacementError(.noNetwork, "offline")
        let item = UnitPurchase(product: "p", name: "n", quantity: 1, receipt: receipt, signature: "")
        let commands: [BridgeCommand] = [
            .loadContext(callback: "1"), .dismiss(ping: nil),
            .closeButton(isHidden: .random(using: &random), callback: "2"),
            .subcontent([:], callback: "3"), .purchase([item], callback: "4"), .purchase([], callback: nil),
            .reward([UnitReward(name: "c", quantity: 1, receipt: receipt, signature: "")], callback: "5"),
        ]
        let timers: [PlacementTimer] = [.loading, .closeDelay, .template(view: view), .purchase(receipt: receipt)]
        switch Int.random(in: 0..<33, using: &random) {
        case 0: return .preloadRequested
        case 1...3: return .presentRequested(overlaysAtOnce: .random(using: &random))
        case 4...7: return .answered(.success(unit))
        case 8: return .answered(.success(nil))
        case 9: return .answered(.failure(error))
        case 10...14: return .templateLoaded(view: view)
        case 15: return .templateFailed(view: view, reason: "gone")
        case 16...20: return .commandReceived(commands[Int.random(in: 0..<commands.count, using: &random)], view: view)
        case 21, 22:
            return .subcontentAnswered(.success(SubContent(unit: unit, response: .null)), view: view, callback: "3")
        case 23: return .subcontentAnswered(.failure(error), view: view, callback: nil)
        case 24: return .purchaseResolved(receipt: receipt, .buy)
        case 25: return .timerFired(timers[Int.random(in: 0..<timers.count, using: &random)])
        case 26: return .rotated(.random(using: &random) ? .portrait : .landscape)
        case 29: return .filesKept(hasTemplate: .random(using: &random))
        case 27: return .enteredBackground
        case 28: return .closeButtonTapped
        case 30: return .preloadDropped
        case 31: return .refused(error)
        default: return .cancelled
        }
    }

    @Test func `ten thousand random lives have one end each, and leave nothing behind`() {
        var (ends, longest) = ([String: Int](), 0)
        for seed in 0..<10_000 {
            var random = Seeded(state: UInt64(seed))
            var machine = PlacementMachine()
            var actions: [PlacementAction] = []
            for step in 0..<60 {
                let performed = machine.handle(Self.input(&random), at: .milliseconds(step * 100))
                if let problem = Self.problem(performed, after: actions) {
                    Issue.record("seed \(seed), step \(step): \(problem)")
                    return
                }
                actions += performed
            }
            actions += machine.handle(.cancelled, at: .seconds(60))
            longest = max(longest, actions.count)
            if let problem = Self.problemAtTheEnd(actions) {
                Issue.record("seed \(seed): \(problem)")
                return
            }
            ends[Self.end(actions), default: 0] += 1
        }
        // The test has seen every kind of end, and lives with a unit on screen.
        #expect(ends.keys.sorted() == ["background", "cancelled", "closeButton", "contentUnit", "failed", "noContent"])
        #expect(longest > 20)
    }

    private static func isEnd(_ action: PlacementAction) -> Bool {
        switch action {
        case .tell(.ended), .endSilently: true
        default: false
        }
    }

    private static func end(_ actions: [PlacementAction]) -> String {
        switch actions.last {
        case .tell(.ended(.dismissed(let reason))): "\(reason)"
        case .tell(.ended(.noContent)): "noContent"
        case .tell(.ended(.failed)): "failed"
        default: "cancelled"
        }
    }

    private static func problem(_ actions: [PlacementAction], after earlier: [PlacementAction]) -> String? {
        if earlier.contains(where: isEnd), !actions.isEmpty { return "\(actions) after the end" }
        if let end = actions.firstIndex(where: isEnd), end != actions.count - 1 { return "the end is not last" }
        return nil
    }

    private static func problemAtTheEnd(_ actions: [PlacementAction]) -> String? {
        guard actions.filter(isEnd).count == 1 else { return "not one end" }
        var (loaded, bought, told) = (Set<Int>(), Set<String>(), [Int]())
        for action in actions {
            switch action {
            case .load(_, let view, _): if !loaded.insert(view).inserted { return "view \(view) is loaded twice" }
            case .remove(let view, _): if loaded.remove(view) == nil { return "view \(view) is removed twice" }
            case .startPurchase(let item):
                if !bought.insert(item.receipt).inserted { return "\(item.receipt) starts twice" }
            case .stopPurchase(let receipt):
                if bought.remove(receipt) == nil { return "\(receipt) is settled twice" }
            case .answer(_, let view): if !loaded.contains(view) { return "view \(view) is answered and not on screen" }
            case .tell(.willDisplay): told.append(2)
            case .tell(.displayed): told.append(3)
            case .tell(.ended): told.append(4)
            default: break
            }
        }
        guard bought.isEmpty else { return "a purchase is not settled" }
        guard Set(told).count == told.count, told == told.sorted() else { return "the app was told \(told)" }
        return loaded.isEmpty ? nil : "views stay on screen"
    }
}
