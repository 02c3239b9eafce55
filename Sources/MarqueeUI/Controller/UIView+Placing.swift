#if canImport(UIKit) && canImport(WebKit)
    import UIKit

    extension UIView {
        /// Adds this view to a parent and covers the whole parent.
        func fill(_ parent: UIView) {
            add(to: parent)
            NSLayoutConstraint.activate([
                topAnchor.constraint(equalTo: parent.topAnchor),
                bottomAnchor.constraint(equalTo: parent.bottomAnchor),
                leadingAnchor.constraint(equalTo: parent.leadingAnchor),
                trailingAnchor.constraint(equalTo: parent.trailingAnchor),
            ])
        }

        /// Adds this view to a parent, below the top safe area.
        func below(topOf parent: UIView) {
            add(to: parent)
            NSLayoutConstraint.activate([
                topAnchor.constraint(equalTo: parent.safeAreaLayoutGuide.topAnchor),
                bottomAnchor.constraint(equalTo: parent.bottomAnchor),
                leadingAnchor.constraint(equalTo: parent.leadingAnchor),
                trailingAnchor.constraint(equalTo: parent.trailingAnchor),
            ])
        }

        /// Adds this view to a scroll view as its content: centred, with a margin, and as tall as needed.
        func scroll(in parent: UIScrollView) {
            add(to: parent)
            let (content, frame) = (parent.contentLayoutGuide, parent.frameLayoutGuide)
            let middle = centerYAnchor.constraint(equalTo: frame.centerYAnchor)
            middle.priority = .defaultLow
            NSLayoutConstraint.activate([
                middle,
                topAnchor.constraint(greaterThanOrEqualTo: content.topAnchor, constant: 24),
                bottomAnchor.constraint(equalTo: content.bottomAnchor, constant: -24),
                leadingAnchor.constraint(equalTo: frame.leadingAnchor, constant: 24),
                trailingAnchor.constraint(equalTo: frame.trailingAnchor, constant: -24),
            ])
        }

        private func add(to parent: UIView) {
            translatesAutoresizingMaskIntoConstraints = false
            parent.addSubview(self)
        }
    }
#endif
