/// A named step at which a process may be killed or a disk may fail: the table that the kill tests go through.
public struct FaultPoint: Sendable, Hashable, RawRepresentable, CustomStringConvertible {
    /// The step's name, stable across versions.
    public let rawValue: String

    /// Takes a step's name.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// Takes a step's name.
    public init(_ name: String) {
        rawValue = name
    }

    /// The step's name.
    public var description: String { rawValue }
}
