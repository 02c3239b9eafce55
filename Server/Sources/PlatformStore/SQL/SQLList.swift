/// Texts for `IN (…)`, in lists of few lengths, so that an engine prepares few statements.
struct SQLList {
    /// What stands between the brackets.
    let parameters: String
    /// The texts; the last one again and again, until there are a power of two.
    let values: [String]

    /// - Parameter texts: at least one.
    init(_ texts: [String]) {
        var length = 1
        while length < texts.count { length *= 2 }
        values = texts + Array(repeating: texts[texts.count - 1], count: length - texts.count)
        parameters = values.map { _ in "?" }.joined(separator: ", ")
    }
}
