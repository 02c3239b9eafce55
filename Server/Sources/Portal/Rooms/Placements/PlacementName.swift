/// Names of units and of placements, which are for people.
enum PlacementName {
    /// The most bytes that the store takes.
    static let most = 200
    static let hint = "At most \(most) bytes; letters other than a to z take several."

    /// The name of a copy, which is cut only if the store would not take all of it.
    static func copy(of name: String) -> String {
        let ending = " (copy)"
        var kept = name
        while kept.utf8.count + ending.utf8.count > most { kept.removeLast() }
        return kept + ending
    }

    /// What keeps a name from being stored; `nil` for one that the store takes.
    static func problem(_ name: String) -> String? {
        if name.isEmpty { return "A name is needed." }
        let bytes = name.utf8.count
        return bytes > most ? "A name has at most \(most) bytes. This one has \(bytes)." : nil
    }
}
