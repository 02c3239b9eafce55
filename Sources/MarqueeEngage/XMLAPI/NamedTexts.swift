/// Texts by name, in the order in which the names were added: the columns of a recipient, or the cells of a row.
///
/// ```swift
/// var columns: NamedTexts = ["Customer Id": "123-45-6789"]
/// columns["Fname"] = "Ada"
/// ```
public struct NamedTexts: Sendable, Hashable, ExpressibleByDictionaryLiteral, Codable {
    /// One name with its text.
    public struct Pair: Sendable, Hashable, Codable {
        /// The name; names are compared exactly.
        public let name: String
        /// The text; empty clears a column.
        public let value: String
    }

    /// The pairs in order; each name occurs once.
    public private(set) var pairs: [Pair] = []

    /// No texts.
    public init() {}

    /// The texts of a literal, in its order; the last text of a repeated name counts.
    public init(dictionaryLiteral elements: (String, String)...) {
        for (name, value) in elements { self[name] = value }
    }

    /// The texts of a dictionary, in the order of their names, so that equal dictionaries make equal requests.
    public init(_ texts: [String: String]) {
        for (name, value) in texts.sorted(by: { $0.key < $1.key }) { self[name] = value }
    }

    /// Whether there is no text.
    public var isEmpty: Bool { pairs.isEmpty }

    /// The text with this name. A new text for a known name takes the place of the old text; `nil` removes the name.
    public subscript(_ name: String) -> String? {
        get { pairs.first { $0.name == name }?.value }
        set {
            let place = pairs.firstIndex { $0.name == name }
            switch (place, newValue) {
            case (let place?, let value?): pairs[place] = Pair(name: name, value: value)
            case (nil, let value?): pairs.append(Pair(name: name, value: value))
            case (let place?, nil): pairs.remove(at: place)
            case (nil, nil): break
            }
        }
    }

    /// Adds other texts; for a name in both, the other text counts.
    public mutating func merge(_ other: NamedTexts) {
        for pair in other.pairs { self[pair.name] = pair.value }
    }
}
