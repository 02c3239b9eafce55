#if canImport(UIKit) && canImport(WebKit)
    import MarqueePlacements
    import UIKit

    /// The native close button above a unit.
    final class CloseButton: UIButton {
        var tapped: @MainActor () -> Void = {}

        init(label: String) {
            super.init(frame: .zero)
            accessibilityLabel = label
            addAction(UIAction { [weak self] _ in self?.tapped() }, for: .touchUpInside)
        }

        @available(*, unavailable)
        required init?(coder: NSCoder) { return nil }

        /// - Parameter image: the app's own image for a state; `nil` for the default one.
        func draw(_ image: @MainActor (UIControl.State) -> UIImage?) {
            let standard = UIImage(systemName: "xmark.circle.fill")
            for state in [UIControl.State.normal, .highlighted] {
                setImage((image(state) ?? standard).flatMap(Self.fitting), for: state)
            }
        }

        private static func fitting(_ image: UIImage) -> UIImage? {
            guard let size = SurfaceLayout.closeImageSize(width: image.size.width, height: image.size.height) else {
                return nil
            }
            guard size != (image.size.width, image.size.height) else { return image }
            return image.preparingThumbnail(of: CGSize(width: size.width, height: size.height))
        }
    }
#endif
