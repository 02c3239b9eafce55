#if canImport(UIKit) && canImport(WebKit) && canImport(SwiftUI)
    public import Marquee
    public import MarqueeHub
    public import SwiftUI

    extension View {
        /// Shows a hub full screen while a value is true, over whatever is on top; sets it to false when the hub has left.
        ///
        /// ```swift
        /// Button("Read more") { isReading = true }
        ///     .marqueeHub(isPresented: $isReading, entryPoint: "home button")
        /// ```
        /// - Parameters:
        ///   - isPresented: also false again after a failure.
        ///   - target: what is shown first.
        ///   - entryPoint: where the person comes from, for the reports.
        ///   - marquee: the instance to present with; `nil` for the one that `Marquee.start` made.
        ///   - onFailure: called when the hub cannot be presented; one that has appeared says so itself as well.
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
