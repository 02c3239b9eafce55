extension ViewableImpression {
    /// The element `ViewableImpression`.
    static let grammar = Grammar<ViewableImpression>(
        { ViewableImpression(id: $0["id"]) },
        children: [
            "Viewable": .leaf { value, leaf in if let url = leaf.url { value.viewable.append(url) } },
            "NotViewable": .leaf { value, leaf in if let url = leaf.url { value.notViewable.append(url) } },
            "ViewUndetermined": .leaf { value, leaf in if let url = leaf.url { value.undetermined.append(url) } },
        ])
}
