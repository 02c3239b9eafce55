/// The keys that all projections ask for, numbered in their order.
struct PropertyKeys: Sendable {
    private let keys: [PropertyKey]
    private let names: [[UInt8]]
    /// Stands in the spool beside numbers of keys: with other keys the numbers mean something else.
    let mark: UInt64

    /// A key that several projections ask for is marked up to the longest of their sizes.
    init(_ projections: [any Projection]) {
        var keys: [PropertyKey] = []
        for key in projections.flatMap(\.keys) {
            guard let place = keys.firstIndex(where: { $0.name == key.name }) else {
                keys.append(key)
                continue
            }
            keys[place] = PropertyKey(
                key.name, longest: max(key.longest, keys[place].longest),
                isProgramText: key.isProgramText || keys[place].isProgramText)
        }
        self.keys = keys
        names = keys.map { Array($0.name.utf8) }
        var hash = StableHash()
        for key in keys { hash.combine("\(key.name) \(key.longest) \(key.isProgramText)\n".utf8) }
        mark = hash.value
    }

    var count: Int { keys.count }

    subscript(_ number: Int) -> PropertyKey { keys[number] }

    /// The number of a key by its name as it stands in the batch.
    func number(of text: JSONScanner.Text, _ scanner: JSONScanner) -> Int? {
        names.firstIndex { scanner.isEqual(text, $0) }
    }

    /// The number of a key that was asked for.
    func number(of name: String) -> Int? { keys.firstIndex { $0.name == name } }
}
