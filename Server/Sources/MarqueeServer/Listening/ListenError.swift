import Foundation
import NIOCore

/// Why a server could not start on an address: which one, and the setting that chooses another.
public struct ListenError: Error, Sendable, CustomStringConvertible {
    /// The bounded set of reasons.
    public enum Code: String, Sendable, CaseIterable {
        /// Another program listens there.
        case portInUse = "port_in_use"
        /// The system keeps the port for others, as those below 1024.
        case notPermitted = "not_permitted"
        /// The host is none of this machine's.
        case unknownHost = "unknown_host"
        /// Anything else the system reports.
        case failed
    }

    /// What programs tell errors apart by.
    public let code: Code
    /// A sentence that names the address and the flag.
    public let message: String
    /// What the system said.
    public let cause: any Error

    /// Describes why `port` of `host` could not be opened; `setting` is what chose the port, if a person can.
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
