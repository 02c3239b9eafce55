/// Two releases to compare, as a form asks for them.
struct ReleasePair: Sendable {
    let from: Int
    let to: Int
    /// The newest release, which is the highest number to choose.
    var newest = 0

    /// Where the comparison is.
    var address: String { "/portal/releases/compare?from=\(from)&to=\(to)" }
}
