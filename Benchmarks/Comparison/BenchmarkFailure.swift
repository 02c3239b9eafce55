/// Why a figure could not be measured, or would be worth nothing.
public struct BenchmarkFailure: Error, CustomStringConvertible {
    /// One sentence.
    public let description: String

    /// Describes what went wrong.
    public init(_ description: String) {
        self.description = description
    }
}
