#if canImport(UIKit) && canImport(WebKit) && canImport(SwiftUI)
    import Marquee
    import MarqueeCore
    import MarqueeHub
    import UIKit

    /// Presents a hub for a SwiftUI view: performs the actions of `PresentationSwitch`.
    @MainActor
    final class HubPresenter {
        /// The parameters of a presentation.
        struct Presentation {
            var target = HubTarget.bestMatch
            var entryPoint: String?
            var mode = Hub.PresentationMode.modal
            /// `nil` for the app's own instance.
            var marquee: Marquee?
            var failed: @MainActor (HubError) -> Void = { _ in }
        }

        var presentation = Presentation()
        /// Sets the app's value to false.
        var switchOff: @MainActor () -> Void = {}
        private var state = PresentationSwitch()
        private var hub: HubPresentation?
        private var call: Task<Void, Never>?

        nonisolated init() {}

        func handle(_ event: PresentationSwitch.Event, on surface: HubViewController? = nil) {
            switch state.handle(event) {
            case .present: present(on: surface ?? HubViewController())
            case .dismiss:
                call?.cancel()
                try? hub?.dismiss()
            case .switchOff: switchOff()
            case nil: break
            }
        }

        private func present(on surface: HubViewController) {
            surface.began = { [weak self] hub in
                self?.hub = hub
                self?.handle(.appeared)
            }
            surface.dismissed = { [weak self] in
                self?.hub = nil
                self?.handle(.disappeared)
            }
            let presentation = presentation
            call = Task {
                do throws(HubError) {
                    try await presentation.show(on: surface)
                } catch {
                    presentation.failed(error)
                }
                handle(.returned)
            }
        }
    }

    extension HubPresenter.Presentation {
        fileprivate func show(on surface: HubViewController) async throws(HubError) {
            let marquee = try await instance()
            marquee.hub.entryPoint = entryPoint
            try await marquee.hub.present(target, on: surface, mode: mode)
        }

        private func instance() async throws(HubError) -> Marquee {
            if let marquee { return marquee }
            do { return try await Marquee.started() } catch { throw HubError(error) }
        }
    }
#endif
