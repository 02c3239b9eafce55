import Foundation

/// Whether a program could listen on a port.
enum PortState: Equatable {
    case free
    case taken
    /// Why the system does not allow it.
    case refused(String)

    /// Takes the port and gives it back at once, without listening, so that no connection reaches this program.
    static func of(host: String, port: Int) -> PortState {
        var hints = addrinfo()
        hints.ai_flags = AI_PASSIVE | AI_NUMERICSERV
        #if canImport(Darwin)
            hints.ai_socktype = SOCK_STREAM
        #else
            hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
        #endif
        var found: UnsafeMutablePointer<addrinfo>?
        guard getaddrinfo(host, String(port), &hints, &found) == 0, let address = found else {
            return .refused("\(host) is not an address of this machine")
        }
        defer { freeaddrinfo(found) }
        let descriptor = socket(address.pointee.ai_family, address.pointee.ai_socktype, address.pointee.ai_protocol)
        guard descriptor >= 0 else { return .refused(String(cString: strerror(errno))) }
        defer { close(descriptor) }
        var yes: Int32 = 1
        setsockopt(descriptor, SOL_SOCKET, SO_REUSEADDR, &yes, socklen_t(MemoryLayout<Int32>.size))
        guard bind(descriptor, address.pointee.ai_addr, address.pointee.ai_addrlen) == 0 else {
            return errno == EADDRINUSE ? .taken : .refused(String(cString: strerror(errno)))
        }
        return .free
    }
}
