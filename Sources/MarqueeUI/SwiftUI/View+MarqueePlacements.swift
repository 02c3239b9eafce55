#if canImport(UIKit) && canImport(WebKit) && canImport(SwiftUI)
    public import Marquee
    public import MarqueePlacements
    public import SwiftUI

    extension View {
        /// Shows a placement's unit while a value is true. The value is set to false after the unit has left the screen, and if
        /// there is no content.
        ///
        /// ```swift
        /// Button("More games") { isShowingMore = true }
        ///     .marqueePlacement(isPresented: $isShowingMore, "more_games", overlay: .immediately)
        /// ```
        /// - Parameters:
        ///   - isPresented: the value.
        ///   - placement: the name in the portal.
        ///   - overlay: when the screen is covered.
        ///   - marquee: the instance; `nil` for the one that `Marquee.start` made.
        ///   - surface: makes the surface, for an app that sets its properties.
        ///   - onEvent: called with each step, the outcome last.
        public func marqueePlacement(
            isPresented: Binding<Bool>, _ placement: String, overlay: PlacementRequest.Overlay = .whenReady,
            of marquee: Marquee? = nil,
            on surface: @escaping @MainActor () -> any PlacementSurface = { PlacementScreen() },
            onEvent: @escaping @MainActor (PlacementEvent) -> Void = { _ in }
        ) -> some View {
            let presentation = PlacementPresenter.Presentation(
                placement: placement, overlay: overlay, marquee: marquee, surface: surface, happened: onEvent)
            return modifier(PlacementModifier(isPresented: isPresented, presentation: presentation))
        }

        /// Draws a badge with its centre at the view's upper right corner, and asks the server what to show each time the
        /// view appears, and when it gets another badge.
        /// - Parameter badge: the badge; `nil` while the SDK has not started.
        public func marqueeBadge(_ badge: Badge?) -> some View {
            // Of no size, so that a longer text grows to both sides of the corner.
            overlay(alignment: .topTrailing) { BadgeLabel(badge: badge).fixedSize().frame(width: 0, height: 0) }
                .task(id: badge.map { ObjectIdentifier($0) }) { await badge?.refresh() }
        }
    }

    private struct PlacementModifier: ViewModifier {
        @Binding var isPresented: Bool
        let presentation: PlacementPresenter.Presentation
        @State private var presenter = PlacementPresenter()

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

    private struct BadgeLabel: UIViewRepresentable {
        let badge: Badge?

        func makeUIView(context: Context) -> BadgeView { BadgeView(badge) }

        func updateUIView(_ view: BadgeView, context: Context) { view.badge = badge }
    }
#endif
