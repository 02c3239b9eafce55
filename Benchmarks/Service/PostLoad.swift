import Comparison
import Foundation
import MarqueeCore

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// Posts bodies over a few connections with as little work of its own as possible: a blocking socket and a thread each.
struct PostLoad: Sendable {
    private let port: UInt16
    private let path: String
    private let connections: Int
    private let status: Int
    private let token: String?
    private let requestsOfConnection: Int

    /// - Parameters:
    ///   - status: what every answer has to have.
    ///   - token: goes with every body as a bearer token.
    ///   - requestsOfConnection: after how many bodies a connection is closed and the next one opened.
    init(
        to url: URL, connections: Int, status: Int = 200, token: String? = nil, requestsOfConnection: Int = .max
    ) throws {
        guard let port = url.port else { throw BenchmarkFailure("\(url) has no port") }
        self.port = UInt16(port)
        path = url.path
        self.connections = connections
        self.status = status
        self.token = token
        self.requestsOfConnection = requestsOfConnection
    }

    /// - Returns: how long it took until every body was answered, from when the first connections are open.
    /// - Throws: when an answer had another status.
    func run(_ bodies: [[UInt8]]) async throws -> Duration {
        try await withCheckedThrowingContinuation { continuation in
            Thread.detachNewThread { continuation.resume(with: Result { try timed(bodies) }) }
        }
    }

    private func timed(_ bodies: [[UInt8]]) throws -> Duration {
        let failures = Locked(0)
        let sockets = (0..<connections).compactMap { _ in connected() }
        guard sockets.count == connections else {
            for socket in sockets { close(socket) }
            throw BenchmarkFailure("a connection was refused")
        }
        let duration = ContinuousClock().measure {
            let group = DispatchGroup()
            for (worker, socket) in sockets.enumerated() {
                group.enter()
                Thread.detachNewThread {
                    defer { group.leave() }
                    if !post(bodies, from: worker, on: socket) { failures.withLock { $0 += 1 } }
                }
            }
            group.wait()
        }
        guard failures.withLock({ $0 }) == 0 else { throw BenchmarkFailure("a body was not answered with \(status)") }
        return duration
    }

    /// Posts every `connections`-th body.
    /// - Parameter first: the connection, which is closed.
    private func post(_ bodies: [[UInt8]], from worker: Int, on first: Int32) -> Bool {
        var socket = first
        defer { close(socket) }
        var answer = [UInt8](repeating: 0, count: 64 * 1024)
        let authorization = token.map { "Authorization: Bearer \($0)\r\n" } ?? ""
        for (place, index) in stride(from: worker, to: bodies.count, by: connections).enumerated() {
            if place > 0, place.isMultiple(of: requestsOfConnection) {
                guard let next = connected() else { return false }
                close(socket)
                socket = next
            }
            let head = """
                POST \(path) HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\n\
                \(authorization)Content-Length: \(bodies[index].count)\r\n\r\n
                """
            guard send(Array(head.utf8) + bodies[index], on: socket), isAnswered(on: socket, &answer) else {
                return false
            }
        }
        return true
    }

    private func connected() -> Int32? {
        #if canImport(Glibc)
            let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        #else
            let descriptor = socket(AF_INET, SOCK_STREAM, 0)
        #endif
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        let status = withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
        return status == 0 ? descriptor : nil
    }

    private func send(_ bytes: [UInt8], on socket: Int32) -> Bool {
        var sent = 0
        while sent < bytes.count {
            let count = bytes[sent...].withUnsafeBytes { write(socket, $0.baseAddress, $0.count) }
            guard count > 0 else { return false }
            sent += count
        }
        return true
    }

    /// Reads one answer: a head, and the body its `content-length` tells.
    private func isAnswered(on socket: Int32, _ buffer: inout [UInt8]) -> Bool {
        var filled = 0
        while filled < buffer.count {
            // Not through a slice, which would copy what is read into.
            let count = buffer.withUnsafeMutableBytes { memory in
                memory.baseAddress.map { read(socket, $0 + filled, memory.count - filled) } ?? 0
            }
            guard count > 0 else { return false }
            filled += count
            guard let end = Self.place(of: "\r\n\r\n", in: buffer[..<filled]) else { continue }
            guard let start = Self.place(of: "ontent-Length: ", in: buffer[..<end]) else { return false }
            let length = buffer[start..<end].prefix { $0 >= 0x30 && $0 <= 0x39 }.reduce(0) { $0 * 10 + Int($1 - 0x30) }
            if filled >= end + length { return buffer.starts(with: "HTTP/1.1 \(status) ".utf8) }
        }
        return false
    }

    /// Behind the first occurrence of a text.
    private static func place(of text: StaticString, in bytes: ArraySlice<UInt8>) -> Int? {
        let count = text.utf8CodeUnitCount
        let last = bytes.endIndex - count
        guard last >= bytes.startIndex else { return nil }
        let start = (bytes.startIndex...last).first { start in
            (0..<count).allSatisfy { bytes[start + $0] == text.utf8Start[$0] }
        }
        return start.map { $0 + count }
    }
}
