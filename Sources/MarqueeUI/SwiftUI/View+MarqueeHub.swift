#if canImport(UIKit) && canImport(WebKit) && canImport(SwiftUI)
    public import Marquee
    public import MarqueeHub
    public import SwiftUI

    extension View {
        /// Shows a hub full screen while a value is true. The hub covers all other views, and the value is set to false
        /// after the hub has left the screen.
        ///
        /// ```swift
        /// Button("Read more") { isReading = true }
        ///     .marqueeHub(isPresented: $isReading, entryPoint: "home button")
        /// ```
        /// - Parameters:
        ///   - isPresented: the value; it is also set to false after a failure.
        ///   - target: the first page.
        ///   - entryPoint: the name of the app's button or view that opens the hub, for the reports.
        ///   - marquee: the instance that presents the hub; `nil` for the instance that `Marquee.start` made.
        ///   - onFailure: called when the hub cannot be presented. A hub that is already on screen also shows the
        ///     failure.
        public func marqueeHub(
            isPresented: Binding<Bool>, _ target: HubTarget = .bestMatch, entryPoint: String? = nil,
            of marquee: Marquee? = nil, onFailure: @escaping @MainActor (HubError) -> Void = { _ in }
        ) -> some View {
            let presentation = HubPresenter.Presentation(
                target: target, entryPoint: entryPoint, mode: .modal, marquee: marquee, failed: onFailure)
            return modifier(HubModifier(isPresented: isPresented, presentation: presentation))
        }
    }

    private struct HubModifier: ViewModifier {
        @Binding var isPresented: Bool
        let presentation: HubPresenter.Presentation
        @State private var presenter = HubPresenter()

        func body(content: Content) -> some View {
            content
                .onAppear { change(to: isPresented) }
                .onChange(of: isPresented) { change(to: $0) }
        }

        private func change(to isOn: Bool) {
            presenter.presentation = presentation
            presenter.switchOff = { isPresented = false }
            presenter.handle(isOn ? .switchedOn : .switchedOff)
        }
    }
#endif
