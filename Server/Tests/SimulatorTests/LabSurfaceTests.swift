import Foundation
import MarqueeCore
import MarqueeHub
import MarqueeTesting
import Testing

@testable import Simulator

@Suite(.timeLimit(.minutes(10))) struct LabSurfaceTests {
    @Test(arguments: SurfaceRule.allCases) func `the lab's phone keeps every rule of a surface`(_ rule: SurfaceRule)
        async throws
    {
        let conformance = try SurfaceConformance(of: PhoneProbe())
        #expect(try await conformance.faults(against: rule) == [])
    }
}

/// The lab's surface with a browser that renders each page at once.
private final class PhoneProbe: SurfaceProbe {
    private let phone = DeviceSurface {}

    var surface: any HubSurface { phone }

    func answer(_ leaves: Bool) async { phone.answer(leaves) }

    func pageStands() async {
        if let page = phone.screen.page { phone.hub?.pageRendered(page.id) }
    }

    func screen() async -> SurfaceScreen {
        let screen = phone.screen
        return SurfaceScreen(
            isOnScreen: phone.hub != nil, page: screen.page?.uri, status: screen.status, controls: screen.controls,
            question: screen.question, opened: screen.opened)
    }
}
