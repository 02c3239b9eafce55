import Foundation
import MarqueeCore
import MarqueeTesting
import MarqueeWire

#if canImport(Darwin)
    import Darwin
#elseif canImport(Musl)
    import Musl
#else
    import Glibc
#endif

/// A plain HTTP server on a local TCP port. It serves a simulated service, but misbehaves for chosen paths.
final class HostileServer: Sendable {
    enum Behaviour: String, CaseIterable {
        case endlessBody, drip, promisesTooMuch, otherBytes, truncated, captivePortal, redirect, missing
    }

    struct SocketError: Error {}

    let port: UInt16
    private let listener: Int32
    private let service: SimulatedContentService
    private let behaviour: Behaviour
    private let paths: String

    /// Starts a server that misbehaves for all paths that begin with `paths`, and serves all other paths correctly.
    init(_ service: SimulatedContentService, _ behaviour: Behaviour, paths: String) throws {
        self.service = service
        self.behaviour = behaviour
        self.paths = paths
        (listener, port) = try Self.listen()
        Thread.detachNewThread { [self] in accept() }
    }

    func stop() {
        shutdown(listener, Int32(SHUT_RDWR))
        close(listener)
    }

    private static func listen() throws -> (Int32, UInt16) {
        #if canImport(Darwin)
            let descriptor = socket(AF_INET, SOCK_STREAM, 0)
        #else
            let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        #endif
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        var size = socklen_t(MemoryLayout<sockaddr_in>.size)
        let bound = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
                #if canImport(Darwin)
                    let status = Darwin.bind(descriptor, address, size)
                #elseif canImport(Musl)
                    let status = Musl.bind(descriptor, address, size)
                #else
                    let status = Glibc.bind(descriptor, address, size)
                #endif
                return status == 0 && getsockname(descriptor, address, &size) == 0
            }
        }
        #if canImport(Darwin)
            let listening = Darwin.listen(descriptor, 16)
        #elseif canImport(Musl)
            let listening = Musl.listen(descriptor, 16)
        #else
            let listening = Glibc.listen(descriptor, 16)
        #endif
        guard descriptor >= 0, bound, listening == 0 else { throw SocketError() }
        return (descriptor, UInt16(bigEndian: address.sin_port))
    }

    private func accept() {
        signal(SIGPIPE, SIG_IGN)
        while true {
            #if canImport(Darwin)
                let connection = Darwin.accept(listener, nil, nil)
            #elseif canImport(Musl)
                let connection = Musl.accept(listener, nil, nil)
            #else
                let connection = Glibc.accept(listener, nil, nil)
            #endif
            guard connection >= 0 else { return }
            Thread.detachNewThread { [self] in
                serve(connection)
                close(connection)
            }
        }
    }

    private func serve(_ connection: Int32) {
        var buffer = [UInt8](repeating: 0, count: 8192)
        let count = read(connection, &buffer, buffer.count)
        guard count > 0 else { return }
        let target =
            String(decoding: buffer[..<count], as: UTF8.self).split(separator: " ").dropFirst().first.map(String.init)
            ?? ""
        let path = String(target.dropFirst(ServiceRoute.servicePath(service.scope).count + 1))
        let response = service.response(path)
        if path.hasPrefix(paths) { return misbehave(connection, response.body) }
        send(connection, status: response.status, length: response.body.count, response.body)
    }

    private func misbehave(_ connection: Int32, _ body: Data) {
        switch behaviour {
        case .endlessBody:
            guard write(connection, Data("HTTP/1.1 200 OK\r\nConnection: close\r\n\r\n".utf8)) else { return }
            while write(connection, Data(repeating: 0x41, count: 65_536)) {}
        case .drip:
            guard write(connection, head(200, length: body.count)) else { return }
            for byte in body {
                usleep(50_000)
                guard write(connection, Data([byte])) else { return }
            }
        case .promisesTooMuch: send(connection, status: 200, length: body.count + 10, body)
        case .otherBytes: send(connection, status: 200, length: body.count, Data(body.map { ~$0 }))
        case .truncated: send(connection, status: 200, length: body.count, body.prefix(body.count / 2))
        case .captivePortal:
            let page = Data("<html><body>Please sign in to this network</body></html>".utf8)
            send(connection, status: 200, length: page.count, page)
        case .redirect:
            _ = write(
                connection,
                Data("HTTP/1.1 302 Found\r\nLocation: http://other.example/\r\nContent-Length: 0\r\n\r\n".utf8))
        case .missing: send(connection, status: 404, length: 0, Data())
        }
    }

    private func head(_ status: Int, length: Int) -> Data {
        Data(
            "HTTP/1.1 \(status) Status\r\nContent-Type: application/octet-stream\r\nContent-Length: \(length)\r\nConnection: close\r\n\r\n"
                .utf8)
    }

    private func send(_ connection: Int32, status: Int, length: Int, _ body: Data) {
        guard write(connection, head(status, length: length)) else { return }
        _ = write(connection, body)
    }

    private func write(_ connection: Int32, _ data: Data) -> Bool {
        var rest = data[...]
        while !rest.isEmpty {
            #if canImport(Darwin)
                let count = rest.withUnsafeBytes { Darwin.write(connection, $0.baseAddress, $0.count) }
            #elseif canImport(Musl)
                let count = rest.withUnsafeBytes { Musl.write(connection, $0.baseAddress, $0.count) }
            #else
                let count = rest.withUnsafeBytes { Glibc.write(connection, $0.baseAddress, $0.count) }
            #endif
            guard count > 0 else { return false }
            rest = rest.dropFirst(count)
        }
        return true
    }
}
