extension InLine {
    /// The creative whose linear part is played. An ad plays one: the creative with the lowest sequence, then those
    /// without a sequence, in the document's order.
    var linearCreative: Creative? {
        parts.creatives.filter { $0.linear != nil }.enumerated()
            .min { ($0.element.sequence ?? .max, $0.offset) < ($1.element.sequence ?? .max, $1.offset) }?.element
    }
}
