public import Foundation
public import MarqueeCore
public import MarqueeWire

/// A content service in memory that acts as a ``MarqueeCore/Transport``. It serves everything that its
/// ``SimulatedEngine`` publishes, in every encoding, and records the requests.
///
/// ```swift
/// let service = try SimulatedContentService(now: { clock.now })
/// try service.publish(.sample())
/// ```
public final class SimulatedContentService: Transport {
    private struct State {
        var engine: SimulatedEngine
        var requests: [String] = []
        var bytes = 0
        var answer: (@Sendable (String) throws(TransportError) -> TransportResponse?)?
    }

    /// The URL of the service.
    public let url: URL
    /// The app and stream of the service.
    public let scope: Scope
    private let now: @Sendable () -> Timestamp
    private let state: Locked<State>

    /// Makes a service with new keys and without content.
    public init(
        app: String = "brand", stream: String = Scope.mainStream,
        now: @escaping @Sendable () -> Timestamp = { Timestamp(Date()) }
    ) throws(WireError) {
        scope = try Scope(app: app, stream: stream)
        url = URL(filePath: "/").absoluteURL.replacingService(scope)
        self.now = now
        state = Locked(State(engine: try SimulatedEngine(scope: scope)))
    }

    /// The engine's current state; a test can keep a copy and replay it.
    public var engine: SimulatedEngine { state.withLock { $0.engine } }

    /// The app's `pubkey.der`: the first root key in DER.
    public func publicKey() throws(WireError) -> Data {
        guard let key = engine.keys[.root]?.first else {
            throw WireError(.unsupportedKey, "the engine has no root key")
        }
        return try key.publicKey().subjectPublicKeyInfo
    }

    /// Publishes content as the next release.
    public func publish(_ content: SimulatedContent) throws(WireError) {
        var engine = engine
        try engine.publish(content, now: now())
        replace(engine)
    }

    /// Serves the state of another engine from now on.
    public func replace(_ engine: SimulatedEngine) {
        state.withLock { $0.engine = engine }
    }

    /// Answers requests instead of the service; if `answer` returns `nil`, the service answers.
    /// - Parameter answer: receives the path below ``url``.
    public func intercept(_ answer: (@Sendable (String) throws(TransportError) -> TransportResponse?)?) {
        state.withLock { $0.answer = answer }
    }

    /// The paths requested since the last call, in order.
    public func takeRequests() -> [String] {
        state.withLock { state in
            defer { state.requests = [] }
            return state.requests
        }
    }

    /// The service's answer for a path below ``url``, for servers that use a real socket.
    public func response(_ path: String) -> TransportResponse { Self.response(path, engine, etag: nil) }

    /// Answers from the engine, or with the closure of ``intercept(_:)``.
    public func send(
        _ request: TransportRequest, progress: (@Sendable (Int) -> Void)?
    ) async throws(TransportError) -> TransportResponse {
        let path = String(request.url.path.dropFirst(ServiceRoute.servicePath(scope).count + 1))
        let (engine, answer) = state.withLock { state in
            state.requests.append(path)
            return (state.engine, state.answer)
        }
        let response = try answer?(path) ?? Self.response(path, engine, etag: request.headers["If-None-Match"])
        guard response.body.count <= request.maximumBodySize else {
            throw TransportError(.bodyTooLarge, "\(response.body.count) bytes for \(path)")
        }
        progress?(response.body.count)
        return response
    }

    private static func response(_ path: String, _ engine: SimulatedEngine, etag: String?) -> TransportResponse {
        let parts = path.split(separator: "/").map(String.init)
        let body: Data? =
            switch parts.first {
            case "root":
                parts.last.flatMap { Int($0) }.flatMap { number in
                    engine.roots.indices.contains(number - 1) ? engine.roots[number - 1] : nil
                }
            case "fresh": engine.fresh.isEmpty ? nil : engine.fresh
            case "objects": object(Array(parts.dropFirst()), engine)
            default: nil
            }
        guard let body else { return TransportResponse(status: 404) }
        guard parts.first == "fresh" else { return TransportResponse(status: 200, body: body) }
        let tag = "\"\(ObjectHash(of: body))\""
        return tag == etag
            ? TransportResponse(status: 304) : TransportResponse(status: 200, headers: ["ETag": tag], body: body)
    }

    private static func object(_ parts: [String], _ engine: SimulatedEngine) -> Data? {
        guard let name = parts.first, let hash = ObjectHash(hex: name), let object = engine.objects[hash] else {
            return nil
        }
        switch parts.dropFirst().first {
        case nil: return object
        case "deflate": return try? ObjectEncoding.deflate.encode(object)
        case "delta":
            guard let base = parts.last.flatMap({ ObjectHash(hex: $0) }), let data = engine.objects[base] else {
                return nil
            }
            return try? ObjectEncoding.delta(base: base).encode(object, base: data)
        default: return nil
        }
    }
}

extension URL {
    fileprivate func replacingService(_ scope: Scope) -> URL {
        var components = URLComponents()
        components.scheme = "https"
        components.host = "content.example"
        components.path = ServiceRoute.servicePath(scope)
        return components.url ?? self
    }
}
