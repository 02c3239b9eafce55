import Foundation
import MarqueeHub
import MarqueeTesting
import MarqueeWire
import Testing

@Suite(.timeLimit(.minutes(10))) struct SurfaceConformanceTests {
    @Test(arguments: SurfaceRule.allCases) func `the recorder keeps every rule of a surface`(_ rule: SurfaceRule)
        async throws
    {
        let conformance = try SurfaceConformance(of: RecorderProbe())
        #expect(try await conformance.faults(against: rule) == [])
    }

    @Test func `a surface that leaves the app by itself is found out`() async throws {
        let surface = RecordingSurface(leavesApp: true)
        let conformance = try SurfaceConformance(of: RecorderProbe(surface), patience: .milliseconds(50))
        #expect(try await conformance.faults(against: .leavingTheAppIsAsked) != [])
    }

    @Test func `a surface that renders nothing is found out`() async throws {
        let surface = RecordingSurface(rendersPages: false)
        let conformance = try SurfaceConformance(of: RecorderProbe(surface, isBlind: true), patience: .milliseconds(50))
        #expect(try await conformance.faults(against: .aPageTakesTheScreen) != [])
    }
}

/// What a recorder remembers, read as a screen.
private final class RecorderProbe: SurfaceProbe {
    private let recorder: RecordingSurface
    private let isBlind: Bool

    init(_ recorder: RecordingSurface = RecordingSurface(leavesApp: nil), isBlind: Bool = false) {
        self.recorder = recorder
        self.isBlind = isBlind
    }

    var surface: any HubSurface { recorder }

    func answer(_ leaves: Bool) async { recorder.answer(leaves) }

    func pageStands() async {
        if isBlind, let page = recorder.pages.last { recorder.hub?.pageRendered(page.id) }
    }

    func screen() async -> SurfaceScreen {
        var screen = SurfaceScreen(isOnScreen: false)
        for call in recorder.calls {
            switch call {
            case .begin: screen = SurfaceScreen(isOnScreen: true)
            case .load(let page):
                if !isBlind { screen.page = page.uri }
                screen.status = nil
            case .show(let status): screen.status = status
            case .update(let controls): screen.controls = controls
            case .confirm(let url): screen.question = url
            case .answered: screen.question = nil
            case .open(let url): screen.opened = url
            case .dismiss: screen = SurfaceScreen(isOnScreen: false, opened: screen.opened)
            }
        }
        return screen
    }
}
