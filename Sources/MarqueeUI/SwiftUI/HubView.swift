#if canImport(UIKit) && canImport(WebKit) && canImport(SwiftUI)
    public import Marquee
    public import MarqueeHub
    public import SwiftUI

    /// A hub inside of an app's own view; presented when it appears, dismissed when it goes.
    ///
    /// ```swift
    /// HubView(.uri("zbimdb://high-larch/c/trails"))
    /// ```
    ///
    /// It draws no controls: the app's own go with it. One hub is displayed at a time; ``marqueeHub(isPresented:_:entryPoint:of:onFailure:)`` shows one
    /// full screen.
    public struct HubView: UIViewControllerRepresentable {
        private let presentation: HubPresenter.Presentation
        private let controlsChanged: @MainActor (HubControls) -> Void

        /// Describes what is shown.
        /// - Parameters:
        ///   - target: what is shown first; fixed for the view's life.
        ///   - entryPoint: where the person comes from, for the reports.
        ///   - marquee: the instance to present with; `nil` for the one that `Marquee.start` made.
        ///   - onFailure: called when the hub cannot be presented.
        ///   - controlsChanged: called with the state of the app's controls whenever it may have changed.
        public init(
            _ target: HubTarget = .bestMatch, entryPoint: String? = nil, of marquee: Marquee? = nil,
            onFailure: @escaping @MainActor (HubError) -> Void = { _ in },
            controlsChanged: @escaping @MainActor (HubControls) -> Void = { _ in }
        ) {
            presentation = HubPresenter.Presentation(
                target: target, entryPoint: entryPoint, mode: .embedded, marquee: marquee, failed: onFailure)
            self.controlsChanged = controlsChanged
        }

        /// What lives as long as the view; called by SwiftUI.
        public func makeCoordinator() -> Coordinator { Coordinator() }

        /// Makes the controller and begins to present; called by SwiftUI.
        public func makeUIViewController(context: Context) -> HubViewController {
            let controller = HubViewController()
            controller.controlsChanged = controlsChanged
            context.coordinator.presenter.presentation = presentation
            context.coordinator.presenter.handle(.switchedOn, on: controller)
            return controller
        }

        /// Does nothing: what is shown is fixed; called by SwiftUI.
        public func updateUIViewController(_ controller: HubViewController, context: Context) {}

        /// Dismisses the hub; called by SwiftUI.
        public static func dismantleUIViewController(_ controller: HubViewController, coordinator: Coordinator) {
            coordinator.presenter.handle(.switchedOff)
        }

        /// Keeps the presentation for as long as the view lives.
        @MainActor
        public final class Coordinator {
            let presenter = HubPresenter()

            nonisolated init() {}
        }
    }
#endif
