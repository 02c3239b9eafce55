#if canImport(UIKit) && canImport(WebKit)
    import MarqueeCore
    import MarqueeHub
    import MarqueeTesting
    import Testing
    import UIKit

    @testable import MarqueeUI

    @Suite(.serialized, .timeLimit(.minutes(10))) @MainActor struct HubViewControllerTests {
        @Test(arguments: SurfaceRule.allCases) func `the controller keeps every rule of a surface`(_ rule: SurfaceRule)
            async throws
        {
            let conformance = try SurfaceConformance(of: try ControllerProbe())
            #expect(try await conformance.faults(against: rule) == [])
        }

        // HUB-118
        @Test func `a full-screen hub has a bar whose buttons have names`() async {
            let controller = HubViewController()
            controller.loadViewIfNeeded()
            await controller.update(HubControls(canGoBack: false, title: "Trails"))
            let bar = controller.bar
            #expect(!bar.isHidden)
            #expect(bar.item.title == "Trails")
            #expect(bar.item.leftBarButtonItems?.map(\.accessibilityLabel) == ["Close", "Back"])
            #expect(bar.item.leftBarButtonItems?.map(\.isEnabled) == [true, false])
            await controller.update(HubControls(canGoBack: true, mode: .embedded))
            #expect(bar.isHidden)
            #expect(bar.item.leftBarButtonItems?.map(\.isEnabled) == [true, true])
        }

        @Test func `the names of the system's notifications are UIKit's`() {
            #expect(AppLifecycle.Event.enteredBackground.notification == UIApplication.didEnterBackgroundNotification)
            #expect(AppLifecycle.Event.enteringForeground.notification == UIApplication.willEnterForegroundNotification)
            #expect(AppLifecycle.Event.becameActive.notification == UIApplication.didBecomeActiveNotification)
            #expect(AppLifecycle.Event.terminating.notification == UIApplication.willTerminateNotification)
        }

        @Test func `the rules of the garden compile, whatever they let through`() async throws {
            var exempt = RequestGate(contentSource: .localOnly)
            exempt.whitelist(domain: "media.example.org")
            for gate in [RequestGate(contentSource: .localOnly), RequestGate(contentSource: .externalAllowed), exempt] {
                try await PageWebView().apply(ContentRules(gate: gate))
            }
        }
    }
#endif
