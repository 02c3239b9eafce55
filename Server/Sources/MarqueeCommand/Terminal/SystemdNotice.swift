import Foundation

/// Reports to systemd that a service of `Type=notify` is ready: one datagram to the socket that it names (sd_notify(3)).
enum SystemdNotice {
    /// Reports that the server accepts connections; does nothing when no socket is named.
    static func ready(_ environment: [String: String] = ProcessInfo.processInfo.environment) {
        #if os(Linux)
            guard let path = environment["NOTIFY_SOCKET"] else { return }
            send("READY=1", to: path)
        #endif
    }

    #if os(Linux)
        private static func send(_ text: String, to path: String) {
            var address = sockaddr_un()
            address.sun_family = sa_family_t(AF_UNIX)
            var bytes = Array(path.utf8)
            // An abstract address begins with a zero byte, which the variable writes as @.
            if bytes.first == UInt8(ascii: "@") { bytes[0] = 0 }
            let fits = withUnsafeMutableBytes(of: &address.sun_path) { room in
                guard !bytes.isEmpty, bytes.count < room.count else { return false }
                room.copyBytes(from: bytes)
                return true
            }
            guard fits else { return }
            let size = MemoryLayout<sa_family_t>.size + bytes.count
            let descriptor = socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue), 0)
            guard descriptor >= 0 else { return }
            defer { close(descriptor) }
            let message = Array(text.utf8)
            _ = withUnsafePointer(to: &address) { pointer in
                pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                    sendto(descriptor, message, message.count, 0, $0, socklen_t(size))
                }
            }
        }
    #endif
}
