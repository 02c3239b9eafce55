import Foundation
import MarqueeCore
import MarqueePlacements
import MarqueeWire

#if canImport(Darwin)
    import Darwin
#elseif canImport(Musl)
    import Musl
#else
    import Glibc
#endif

/// A process made to be killed while rewards are delivered and purchases are reported, so that a test can look at what it
/// leaves.
///
/// - `PlacementCrashProbe play FOLDER PORT JOURNAL SEED` shows units of the server at PORT, whose templates unlock the rewards
///   in their data, and reports purchases, until it is killed. The app's part of a delivery is a line in JOURNAL. Prints
///   `reward RECEIPT` when the template gets its answer, and `purchase PRODUCT` when the call that stores it has returned.
/// - `PlacementCrashProbe drain FOLDER PORT JOURNAL` delivers and sends what is left, and ends with status 0.
@main
enum PlacementCrashProbe {
    static func main() async throws {
        let arguments = CommandLine.arguments
        switch (arguments.dropFirst().first, arguments.count) {
        case ("play", 6): try await play(arguments)
        case ("drain", 5): try await drain(arguments)
        default:
            FileHandle.standardError.write(Data("usage: see the comment of PlacementCrashProbe\n".utf8))
            exit(2)
        }
    }

    private static func open(_ arguments: [String]) throws -> (core: Core, placements: Placements) {
        guard let service = URL(string: "http://127.0.0.1:\(arguments[3])/v1/apps/game/main") else { exit(2) }
        let core = try Core(
            configuration: Configuration(
                service: service,
                settings: [.placementsToken: .text("token"), .placementsSecret: .secret(Secret("secret"))]),
            environment: Environment(
                folder: URL(fileURLWithPath: arguments[2], isDirectory: true), transport: URLSessionTransport()))
        let placements = try Placements(core: core)
        core.start()
        let journal = try FileHandle(forUpdating: URL(fileURLWithPath: arguments[4]))
        placements.setRewardHandler { reward in
            // One write for each line, so that a kill leaves no half of it.
            try journal.seekToEnd()
            journal.write(Data("\(reward.receipt)\n".utf8))
        }
        return (core, placements)
    }

    /// Unbuffered: a line that is out was acknowledged.
    private static func say(_ line: String) { FileHandle.standardOutput.write(Data("\(line)\n".utf8)) }

    private static func play(_ arguments: [String]) async throws {
        let (_, placements) = try open(arguments)
        let surface = RewardingSurface(say: say)
        for number in 0..<5_000 {
            _ = await placements.request("level_end").present(on: surface)
            let product = "candy-\(arguments[5])-\(number)"
            try await placements.report(PurchaseReport(product, resolution: .buy, price: .init(1, "EUR")))
            say("purchase \(product)")
        }
    }

    private static func drain(_ arguments: [String]) async throws {
        let (core, placements) = try open(arguments)
        for _ in 0..<12_000 {
            let counts = try placements.purchaseCounts()
            if try placements.waitingRewards() == 0, counts.notPosted + counts.hold == 0 {
                await placements.close()
                await core.close()
                exit(0)
            }
            try await Task.sleep(for: .milliseconds(5))
        }
        exit(1)
    }
}

/// A surface whose template unlocks the rewards of its data as soon as it has loaded, and closes itself.
private final class RewardingSurface: PlacementSurface {
    let hasStoreView = false
    private let say: @Sendable (String) -> Void
    private let request = Locked<PlacementRequest?>(nil)
    /// The receipts of the rewards for which the template waits.
    private let unlocking = Locked<[String]>([])

    init(say: @escaping @Sendable (String) -> Void) {
        self.say = say
    }

    func begin(_ request: PlacementRequest) async { self.request.withLock { $0 = request } }
    func showOverlay() async {}
    func place(view: Int, frame: ContentUnit.Rectangle?) async {}
    func remove(view: Int, animated: Bool) async {}
    func showCloseButton(_ isVisible: Bool) async {}
    func open(_ url: URL, product: String?) async {}
    func end() async { request.withLock { $0 = nil } }

    func load(_ unit: ContentUnit, view: Int, frame: ContentUnit.Rectangle?) async {
        guard let request = request.withLock({ $0 }), let rewards = unit.context["rewards"] else { return }
        request.templateLoaded(view: view)
        unlocking.withLock { $0 = (rewards.list ?? []).compactMap { $0["receipt"]?.plainText } }
        send("reward", .record(["rewards": rewards]), to: request, view)
        send("dismiss", .null, to: request, view)
    }

    func answer(_ answer: BridgeAnswer, view: Int) async {
        for receipt in unlocking.withLock({ $0 }) { say("reward \(receipt)") }
    }

    private func send(_ command: String, _ context: JSONValue, to request: PlacementRequest, _ view: Int) {
        let bytes = JSONValue.record(["command": .text(command), "context": context]).bytes
        if let message = try? BridgeMessage(bytes) { request.received(message, view: view) }
    }
}
