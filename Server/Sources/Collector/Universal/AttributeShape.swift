import MarqueeWire

/// The attributes' names of the latest event of a submission. The next event most likely has the same names in the same
/// order, and these are recognised by their bytes alone.
struct AttributeShape {
    private let keys: PropertyKeys
    private let scanner: JSONScanner
    private var known: [(name: JSONScanner.Text, number: Int?)] = []

    init(_ keys: PropertyKeys, _ scanner: JSONScanner) { (self.keys, self.scanner) = (keys, scanner) }

    /// - Parameter place: of the attribute in its event.
    /// - Returns: the number of the property if a projection asks for it, and whether the event before had the same name there.
    mutating func number(of name: JSONScanner.Text, at place: Int) -> (number: Int?, isFamiliar: Bool) {
        if place < known.count, scanner.isSame(known[place].name, name) { return (known[place].number, true) }
        let number = keys.number(of: name, scanner)
        known.removeSubrange(min(place, known.count)...)
        if place == known.count { known.append((name, number)) }
        return (number, false)
    }

    /// Expects nothing of the next event.
    mutating func forget() { known.removeAll(keepingCapacity: true) }
}
