/// A named step where a test can kill the process or let the disk fail. The kill tests run once for each step.
public struct FaultPoint: Sendable, Hashable, RawRepresentable, CustomStringConvertible {
    /// The step's name; stable across versions.
    public let rawValue: String

    /// Makes a fault point from a step's name.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// Makes a fault point from a step's name.
    public init(_ name: String) {
        rawValue = name
    }

    /// The step's name.
    public var description: String { rawValue }
}
