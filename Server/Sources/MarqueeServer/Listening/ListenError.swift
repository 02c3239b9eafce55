import Foundation
import NIOCore

/// Why the server could not listen on an address; the message names the address and the setting that chooses another.
public struct ListenError: Error, Sendable, CustomStringConvertible {
    /// The bounded set of reasons.
    public enum Code: String, Sendable, CaseIterable {
        /// Another program listens there.
        case portInUse = "port_in_use"
        /// The system does not permit the port, such as one below 1024.
        case notPermitted = "not_permitted"
        /// The host is not an address of this machine.
        case unknownHost = "unknown_host"
        /// Anything else the system reports.
        case failed
    }

    /// The reason as a code that programs compare.
    public let code: Code
    /// A sentence that names the address and the flag.
    public let message: String
    /// The system's error.
    public let cause: any Error

    /// Describes why `port` of `host` could not be opened; `setting` chooses the port; nil when no setting does.
    init(host: String, port: Int, setting: ServerOption?, cause: any Error) {
        let code = Self.code(of: cause)
        let address = host.contains(":") ? "[\(host)]:\(port)" : "\(host):\(port)"
        let hostSetting = setting == .operationsPort ? ServerOption.operationsHost : .host
        let remedy =
            (code == .unknownHost ? hostSetting : setting).map { "; choose another with --\($0.rawValue)" } ?? ""
        self.code = code
        self.cause = cause
        message = "cannot listen on \(address): \(Self.reason(code, cause))\(remedy)"
    }

    /// The same as ``message``.
    public var description: String { message }

    private static func code(of cause: any Error) -> Code {
        if cause is SocketAddressError { return .unknownHost }
        return switch (cause as? IOError)?.errnoCode {
        case EADDRINUSE: .portInUse
        case EACCES: .notPermitted
        case EADDRNOTAVAIL: .unknownHost
        default: .failed
        }
    }

    private static func reason(_ code: Code, _ cause: any Error) -> String {
        switch code {
        case .portInUse: "another program uses this port"
        case .notPermitted: "the system does not permit this port"
        case .unknownHost: "this machine has no such address"
        case .failed: "\(cause)"
        }
    }
}
