#if canImport(UIKit) && canImport(WebKit) && canImport(SwiftUI)
    public import Marquee
    public import MarqueeHub
    public import SwiftUI

    /// A hub in a view of the app. It is presented when the view appears, and dismissed when the view is removed.
    ///
    /// ```swift
    /// HubView(.uri("zbimdb://high-larch/c/trails"))
    /// ```
    ///
    /// The view draws no controls; the app adds its own. Only one hub is displayed at a time. For a full-screen hub,
    /// use ``marqueeHub(isPresented:_:entryPoint:of:onFailure:)``.
    public struct HubView: UIViewControllerRepresentable {
        private let presentation: HubPresenter.Presentation
        private let controlsChanged: @MainActor (HubControls) -> Void

        /// Describes the hub.
        /// - Parameters:
        ///   - target: the first page; it cannot change during the view's lifetime.
        ///   - entryPoint: the name of the app's view that opens the hub, for the reports.
        ///   - marquee: the instance that presents the hub; `nil` for the instance that `Marquee.start` made.
        ///   - onFailure: called when the hub cannot be presented.
        ///   - controlsChanged: called with the state of the app's controls whenever the state may have changed.
        public init(
            _ target: HubTarget = .bestMatch, entryPoint: String? = nil, of marquee: Marquee? = nil,
            onFailure: @escaping @MainActor (HubError) -> Void = { _ in },
            controlsChanged: @escaping @MainActor (HubControls) -> Void = { _ in }
        ) {
            presentation = HubPresenter.Presentation(
                target: target, entryPoint: entryPoint, mode: .embedded, marquee: marquee, failed: onFailure)
            self.controlsChanged = controlsChanged
        }

        /// Makes the object that exists as long as the view; called by SwiftUI.
        public func makeCoordinator() -> Coordinator { Coordinator() }

        /// Makes the controller and starts to present the hub; called by SwiftUI.
        public func makeUIViewController(context: Context) -> HubViewController {
            let controller = HubViewController()
            controller.controlsChanged = controlsChanged
            context.coordinator.presenter.presentation = presentation
            context.coordinator.presenter.handle(.switchedOn, on: controller)
            return controller
        }

        /// Does nothing, because the target cannot change; called by SwiftUI.
        public func updateUIViewController(_ controller: HubViewController, context: Context) {}

        /// Dismisses the hub; called by SwiftUI.
        public static func dismantleUIViewController(_ controller: HubViewController, coordinator: Coordinator) {
            coordinator.presenter.handle(.switchedOff)
        }

        /// Keeps the presentation as long as the view exists.
        @MainActor
        public final class Coordinator {
            let presenter = HubPresenter()

            nonisolated init() {}
        }
    }
#endif
