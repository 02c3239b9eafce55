#if canImport(UIKit) && canImport(WebKit)
    import MarqueeHub
    import UIKit

    /// The container of the status view that covers the page; it shows at most one status view.
    final class StatusPlace: UIView {
        var closed: @MainActor () -> Void = {}
        private var shown: UIView?
        private(set) var stage: HubStatus?

        func show(_ status: HubStatus, mode: Hub.PresentationMode, texts: HubTexts, views: (any HubStatusViews)?) {
            let isNew = !status.isSameStage(as: stage)
            stage = status
            isHidden = false
            // VoiceOver does not read the page behind the status view.
            accessibilityViewIsModal = true
            if let view = views?.view(for: status) {
                replace(with: view)
            } else {
                let view = shown as? StatusView ?? StatusView(texts: texts) { [weak self] in self?.closed() }
                view.draw(StatusDrawing(status, mode: mode), closeImage: views?.closeImage)
                replace(with: view)
            }
            if isNew { UIAccessibility.post(notification: .screenChanged, argument: shown) }
        }

        func clear() {
            stage = nil
            isHidden = true
            shown?.removeFromSuperview()
            shown = nil
        }

        private func replace(with view: UIView) {
            guard view !== shown else { return }
            shown?.removeFromSuperview()
            shown = view
            view.fill(self)
        }
    }
#endif
