extension InLine {
    /// The creative with the linear part that is played, one of an ad: that of the lowest sequence, then those without,
    /// each in the document's order.
    var linearCreative: Creative? {
        parts.creatives.filter { $0.linear != nil }.enumerated()
            .min { ($0.element.sequence ?? .max, $0.offset) < ($1.element.sequence ?? .max, $1.offset) }?.element
    }
}
