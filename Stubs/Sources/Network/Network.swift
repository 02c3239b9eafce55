public import Dispatch

public struct NWPath: Sendable {
    public enum Status: Sendable {
        case satisfied
        case unsatisfied
        case requiresConnection
    }

    public enum InterfaceType: Sendable {
        case wifi
        case cellular
    }

    public let status: Status
    public func usesInterfaceType(_ type: InterfaceType) -> Bool { preconditionFailure("a declaration only") }
}

public final class NWPathMonitor: @unchecked Sendable {
    // SAFETY: a declaration only; Apple's is Sendable.
    public init() {}
    public var pathUpdateHandler: (@Sendable (_ newPath: NWPath) -> Void)?
    public func start(queue: DispatchQueue) {}
    public func cancel() {}
}
