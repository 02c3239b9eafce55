/// A named step at which a process may be killed or a disk may fail: the table that the kill tests go through.
public struct FaultPoint: Sendable, Hashable, RawRepresentable, CustomStringConvertible {
    public let rawValue: String

    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    public init(_ name: String) {
        rawValue = name
    }

    public var description: String { rawValue }
}
