/// Numbers with their nouns.
enum Plural {
    /// "1 article" or "2 articles".
    static func count(_ number: Int, _ one: String, _ many: String) -> String {
        number == 1 ? "1 \(one)" : "\(number) \(many)"
    }
}
