/// Lists whose order means something.
enum Ordered {
    /// Each value once, at its first position.
    static func unique<Value: Hashable>(_ values: [Value]) -> [Value] {
        var seen: Set<Value> = []
        return values.filter { seen.insert($0).inserted }
    }
}
