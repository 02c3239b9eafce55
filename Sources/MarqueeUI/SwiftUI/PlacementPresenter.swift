#if canImport(UIKit) && canImport(WebKit) && canImport(SwiftUI)
    import Marquee
    import MarqueeHub
    import MarqueePlacements

    /// Presents a placement for a SwiftUI view: performs the actions of `PresentationSwitch`.
    @MainActor
    final class PlacementPresenter {
        /// The parameters of a presentation.
        struct Presentation {
            var placement = ""
            var overlay = PlacementRequest.Overlay.whenReady
            /// `nil` for the app's own instance.
            var marquee: Marquee?
            var surface: @MainActor () -> any PlacementSurface = { PlacementScreen() }
            var happened: @MainActor (PlacementEvent) -> Void = { _ in }
        }

        var presentation = Presentation()
        /// Sets the app's value to false.
        var switchOff: @MainActor () -> Void = {}
        private var state = PresentationSwitch()
        private var call: Task<Void, Never>?

        nonisolated init() {}

        func handle(_ event: PresentationSwitch.Event) {
            switch state.handle(event) {
            case .present: present()
            case .dismiss: call?.cancel()
            case .switchOff: switchOff()
            case nil: break
            }
        }

        private func present() {
            let presentation = presentation
            call = Task {
                await presentation.show()
                handle(.returned)
            }
        }
    }

    extension PlacementPresenter.Presentation {
        @MainActor
        fileprivate func show() async {
            do {
                let marquee = if let marquee { marquee } else { try await Marquee.started() }
                let request = marquee.placements.request(placement)
                let events = request.events()
                let surface = surface()
                let steps = Task {
                    for await event in events {
                        if case .ended = event { break }
                        happened(event)
                    }
                }
                let outcome = await request.present(on: surface, overlay: overlay)
                // Of a request that another view shows, there are steps to come that are not this view's.
                if case .failed(let error) = outcome, error.code == .busy { steps.cancel() }
                await steps.value
                // Not from the events, which leave out the end of a request that was cancelled.
                happened(.ended(outcome))
            } catch {
                happened(.ended(.failed(PlacementError(.notConfigured, error.message, cause: error))))
            }
        }
    }
#endif
