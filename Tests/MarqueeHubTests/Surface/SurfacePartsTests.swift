import Foundation
import MarqueeCore
import MarqueeHub
import MarqueeTesting
import Testing

/// What adapters are made of.
@Suite(.timeLimit(.minutes(10))) struct SurfacePartsTests {
    @Test func `a question has one answer`() async {
        let question = AwaitedAnswer()
        question.answer(true)
        #expect(await question.wait { question.answer(false) } == false)
        let isYes = await question.wait {
            question.answer(true)
            question.answer(false)
        }
        #expect(isYes)
    }

    @Test func `a new question answers the one before with no`() async {
        let question = AwaitedAnswer()
        let isAsked = Locked(false)
        async let first = question.wait { isAsked.withLock { $0 = true } }
        #expect(await eventually { isAsked.withLock { $0 } })
        let second = await question.wait { question.answer(true) }
        #expect(await first == false)
        #expect(second)
    }

    @Test @MainActor func `transitions do not overlap, and keep their order`() async {
        let transitions = ScreenTransitions()
        var steps: [String] = []
        let tasks = ["first", "second", "third"].map { name in
            transitions.add {
                steps.append("\(name) begins")
                for _ in 0..<10 { await Task.yield() }
                steps.append("\(name) ends")
            }
        }
        for task in tasks { await task.value }
        let expected = ["first", "second", "third"].flatMap { ["\($0) begins", "\($0) ends"] }
        #expect(steps == expected)
    }

    struct Choice: Sendable {
        let windows: [(name: String, visibility: PresentingPlace.Visibility, isKey: Bool)]
        let best: String?
    }

    // HUB-089
    @Test(arguments: [
        Choice(windows: [], best: nil),
        Choice(windows: [("hidden", .background, true)], best: nil),
        Choice(windows: [("keyboard", .active, false), ("app", .active, true)], best: "app"),
        Choice(windows: [("beside", .inactive, true), ("app", .active, false)], best: "app"),
        Choice(windows: [("hidden", .background, true), ("covered", .inactive, false)], best: "covered"),
    ])
    func `a full-screen hub appears in the window that is in front`(_ choice: Choice) {
        let windows = choice.windows.map { PresentingPlace.Window($0.name, visibility: $0.visibility, isKey: $0.isKey) }
        #expect(PresentingPlace.window(among: windows) == choice.best)
    }

    // HUB-089
    @Test func `a full-screen hub appears on the controller that nothing covers`() {
        let covering = ["root": "sheet", "sheet": "alert"]
        #expect(PresentingPlace.top(from: "root") { covering[$0] } == "alert")
        #expect(PresentingPlace.top(from: "alert") { covering[$0] } == "alert")
    }

    @Test(arguments: [
        (1.0, 1.0), (0.5, 0.8), (0.82, 0.8), (1.118, 1.1), (1.13, 1.15), (3.1, 2.5), (.nan, 1), (0, 1), (-2, 1),
        (.infinity, 1),
    ])
    func `pages grow and shrink with the text size`(_ scale: Double, _ factor: Double) {
        #expect(abs(PageZoom.factor(textScale: scale) - factor) < 1e-9)
    }

    @Test func `a page that ended its web view is loaded again once a visit`() {
        var recovery = PageRecovery()
        let isLoadedAgain = [1, 1, 2, 2, 1].map { recovery.lost(.init($0)) }
        #expect(isLoadedAgain == [true, false, true, false, true])
    }

    @Test(arguments: [
        (NSURLErrorDomain, NSURLErrorCancelled, false), ("WebKitErrorDomain", 102, false),
        (NSURLErrorDomain, NSURLErrorTimedOut, true), ("WebKitErrorDomain", 101, true), ("Other", 102, true),
    ])
    func `a navigation that gave way to another one did not fail`(_ domain: String, _ code: Int, _ isFailure: Bool) {
        #expect(PageRecovery.isFailure(NSError(domain: domain, code: code)) == isFailure)
    }

    // HUB-119, HUB-124, HUB-127
    @Test func `a status view has what its status needs, and no control in an app's own view`() {
        let checking = StatusDrawing(.checking(message: "c"), mode: .modal)
        #expect(checking.isBusy && checking.fraction == nil && !checking.offersClose && checking.message == "c")
        let downloading = StatusDrawing(.downloading(message: "d", fraction: 0.4), mode: .modal)
        #expect(!downloading.isBusy && downloading.fraction == 0.4)
        #expect(StatusDrawing(.downloading(fraction: .nan), mode: .modal).fraction == 0)
        #expect(StatusDrawing(.downloading(fraction: 7), mode: .modal).fraction == 1)
        #expect(StatusDrawing(.failed(message: "f"), mode: .modal).offersClose)
        #expect(!StatusDrawing(.failed(message: "f"), mode: .embedded).offersClose)
    }

    @Test func `a download's steps are one stage`() {
        #expect(HubStatus.downloading(fraction: 0.1).isSameStage(as: .downloading(fraction: 0.9)))
        #expect(!HubStatus.downloading(fraction: 0.1).isSameStage(as: .checking()))
        #expect(!HubStatus.failed(message: "").isSameStage(as: nil))
    }

    @Test func `a question names an address by its beginning, which has the host`() throws {
        let texts = HubTexts()
        #expect(texts.name(of: try #require(URL(string: "https://a.example/x"))) == "https://a.example/x")
        let long = try #require(URL(string: "https://a.example/" + String(repeating: "x", count: 500)))
        #expect(texts.name(of: long).hasPrefix("https://a.example/xxx"))
        #expect(texts.name(of: long).count == 201)
    }
}
