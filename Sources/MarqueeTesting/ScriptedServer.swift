public import Foundation
import MarqueeCore

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// A server on this machine that sends exactly the bytes of a script, with pauses between them. A test uses it for
/// responses that a correct HTTP server never sends.
public final class ScriptedServer: Sendable {
    /// One step of a script.
    public enum Step: Sendable {
        /// Sends these bytes unchanged.
        case bytes(Data)
        /// Waits for this real time; the connection stays open.
        case pause(Duration)
        /// Waits until the client closes the connection, which ``ScriptedServer/closings`` counts then.
        case awaitClosing
        /// Sends the same bytes again and again until the client closes the connection.
        case endless(Data)
    }

    /// A request as received.
    public struct Request: Sendable, Hashable {
        /// Request line and headers.
        public let head: String
        /// The whole body, with the length that `content-length` gives.
        public let body: Data
    }

    /// Returns the steps for a request; an empty list closes the connection.
    public typealias Script = @Sendable (Request) -> [Step]

    /// The port that the system chose.
    public let port: UInt16
    private let descriptor: Int32
    private let heads = Locked<[String]>([])
    private let closed = Locked(0)
    private let isOpen = Locked(true)

    /// Listens on 127.0.0.1.
    ///
    /// One connection serves one request.
    /// - Throws: `POSIXError` if no socket can be opened.
    public init(_ script: @escaping Script) throws {
        // Without this, a client that closes its connection would end the process.
        signal(SIGPIPE, SIG_IGN)
        let (listening, port) = try Self.listen()
        descriptor = listening
        self.port = port
        let (heads, closed, isOpen) = (heads, closed, isOpen)
        Thread.detachNewThread {
            while isOpen.withLock({ $0 }) {
                let connection = accept(listening, nil, nil)
                guard connection >= 0 else { continue }
                Thread.detachNewThread { Self.serve(connection, script, heads, closed) }
            }
        }
    }

    private static func listen() throws -> (descriptor: Int32, port: UInt16) {
        #if canImport(Glibc) || canImport(Musl)
            let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        #else
            let descriptor = socket(AF_INET, SOCK_STREAM, 0)
        #endif
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        let size = socklen_t(MemoryLayout<sockaddr_in>.size)
        let isBound = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
                var length = size
                return bind(descriptor, address, size) == 0 && systemListen(descriptor, 64) == 0
                    && getsockname(descriptor, address, &length) == 0
            }
        }
        guard descriptor >= 0, isBound else { throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO) }
        return (descriptor, UInt16(bigEndian: address.sin_port))
    }

    deinit { stop() }

    /// Answers every request with the same response.
    public convenience init(status: Int, headers: [String: String] = [:], body: Data = Data()) throws {
        let response = Self.response(status: status, headers: headers, body: body)
        try self.init { _ in [.bytes(response)] }
    }

    /// `http://127.0.0.1:PORT`, with a path.
    public func url(_ path: String = "/") -> URL {
        URL(string: "http://127.0.0.1:\(port)\(path)") ?? URL(fileURLWithPath: path)
    }

    /// The heads of all requests so far.
    public var requests: [String] { heads.withLock { $0 } }

    /// How many clients closed their connection during a step ``Step/awaitClosing``.
    public var closings: Int { closed.withLock { $0 } }

    /// Stops listening; open connections are not closed.
    public func stop() {
        let wasOpen = isOpen.withLock { isOpen in
            defer { isOpen = false }
            return isOpen
        }
        guard wasOpen else { return }
        shutdown(descriptor, Int32(SHUT_RDWR))
        close(descriptor)
    }

    /// The bytes of a correct response.
    public static func response(status: Int, headers: [String: String] = [:], body: Data = Data()) -> Data {
        var head = "HTTP/1.1 \(status) Status\r\nConnection: close\r\n"
        if headers["Content-Length"] == nil { head += "Content-Length: \(body.count)\r\n" }
        for (name, value) in headers { head += "\(name): \(value)\r\n" }
        return Data((head + "\r\n").utf8) + body
    }

    private static func serve(
        _ connection: Int32, _ script: Script, _ heads: Locked<[String]>, _ closed: Locked<Int>
    ) {
        defer {
            shutdown(connection, Int32(SHUT_WR))
            close(connection)
        }
        guard let request = readRequest(connection) else { return }
        heads.withLock { $0.append(request.head) }
        for step in script(request) {
            switch step {
            case .bytes(let data): guard write(data, to: connection) else { return }
            case .pause(let duration): Thread.sleep(forTimeInterval: duration / .seconds(1))
            case .awaitClosing:
                var byte: UInt8 = 0
                while recv(connection, &byte, 1, 0) > 0 {}
                closed.withLock { $0 += 1 }
            case .endless(let data):
                // The pause limits the speed, because URL loading on Linux queues all bytes that its delegate has not
                // read.
                while write(data, to: connection) { Thread.sleep(forTimeInterval: 0.001) }
            }
        }
    }

    /// Reads the head and the announced number of body bytes.
    private static func readRequest(_ connection: Int32) -> Request? {
        var received = Data()
        var buffer = [UInt8](repeating: 0, count: 65_536)
        let end = Data("\r\n\r\n".utf8)
        while received.count < 16 * 1_048_576 {
            if let range = received.range(of: end) {
                let head = String(decoding: received[..<range.lowerBound], as: UTF8.self)
                let body = received[range.upperBound...]
                if body.count >= announcedLength(head) { return Request(head: head, body: Data(body)) }
            }
            let count = recv(connection, &buffer, buffer.count, 0)
            guard count > 0 else { return nil }
            received.append(contentsOf: buffer[..<count])
        }
        return nil
    }

    private static func announcedLength(_ head: String) -> Int {
        let line = head.split(separator: "\r\n").first { $0.lowercased().hasPrefix("content-length:") }
        return line.flatMap { Int($0.split(separator: ":")[1].trimmingCharacters(in: .whitespaces)) } ?? 0
    }

    private static func write(_ data: Data, to connection: Int32) -> Bool {
        data.withUnsafeBytes { buffer in
            var sent = 0
            while sent < buffer.count {
                #if canImport(Glibc) || canImport(Musl)
                    let flags = Int32(MSG_NOSIGNAL)
                #else
                    let flags: Int32 = 0
                #endif
                let count = send(connection, buffer.baseAddress.map { $0 + sent }, buffer.count - sent, flags)
                guard count > 0 else { return false }
                sent += count
            }
            return true
        }
    }
}

private func systemListen(_ descriptor: Int32, _ backlog: Int32) -> Int32 { listen(descriptor, backlog) }
