import Foundation
import MarqueeCore
import MarqueeWire

/// Fetches documents and objects from the service within the limits of one refresh.
struct ContentClient: Sendable {
    let service: URL
    let environment: Environment
    let limits: RefreshLimits
    let meter: DownloadMeter
    /// The deadline of the whole refresh, as a value of ``Environment/uptime``.
    let end: Duration

    /// An object on the device, to which the service can send a difference.
    struct Base: Sendable {
        let hash: ObjectHash
        let data: Data
    }

    /// - Returns: the response with status 200, or 304 when an entity tag was sent.
    func get(_ route: ServiceRoute, maximum: Int, etag: String? = nil) async throws(RefreshError) -> TransportResponse {
        let remaining = end - environment.uptime()
        guard remaining > .zero else {
            throw RefreshError(.deadlineExceeded, "the refresh took longer than \(limits.total)")
        }
        if Task.isCancelled { throw RefreshError(.cancelled, "the refresh was cancelled") }
        let request = TransportRequest(
            "GET", route.url(below: service), headers: etag.map { ["If-None-Match": $0] } ?? [:],
            maximumBodySize: maximum,
            deadline: min(remaining, limits.deadline(bytes: maximum)))
        let response = try await send(request)
        switch response.status {
        case 200: return response
        case 304 where etag != nil: return response
        case 404, 410: throw RefreshError(.missing, "the service has no \(route.path)")
        default: throw RefreshError(.serviceFailed, "the service answered \(response.status) for \(route.path)")
        }
    }

    /// Fetches an object in the smallest encoding that works: as a difference, else deflated, else unchanged.
    func object(_ reference: ObjectReference, base: Base?) async throws(RefreshError) -> StoredObject {
        var encodings: [ObjectEncoding] = [.deflate, .identity]
        if let base { encodings.insert(.delta(base: base.hash), at: 0) }
        var last = RefreshError(.missing, "the service has no object \(reference.sha256.hex.prefix(12))")
        for encoding in encodings {
            do {
                return try await object(reference, as: encoding, base: base)
            } catch  where error.permitsOtherEncoding {
                last = error
            }
        }
        throw last
    }

    private func object(_ reference: ObjectReference, as encoding: ObjectEncoding, base: Base?)
        async throws(RefreshError) -> StoredObject
    {
        let response = try await get(.object(reference.sha256, encoding), maximum: Self.maximum(reference, encoding))
        do {
            let object = try encoding.decode(response.body, as: reference, base: base?.data ?? Data())
            return try StoredObject(object, reference: reference, deflated: encoding == .deflate ? response.body : nil)
        } catch {
            throw RefreshError(error)
        }
    }

    /// The largest size of an encoded object. Deflate adds 5 bytes per block to bytes that it cannot compress, and a
    /// difference adds a few bytes of framing.
    private static func maximum(_ reference: ObjectReference, _ encoding: ObjectEncoding) -> Int {
        encoding == .identity ? reference.length : reference.length + reference.length / 256 + 256
    }

    private func send(_ request: TransportRequest) async throws(RefreshError) -> TransportResponse {
        let id = UUID()
        let meter = meter
        do {
            let response = try await environment.transport.send(request) { meter.update(id, received: $0) }
            meter.end(id, received: response.body.count)
            guard response.body.count <= request.maximumBodySize else {
                throw RefreshError(
                    .tooLarge,
                    "\(response.body.count) bytes were received; at most \(request.maximumBodySize) are allowed")
            }
            return response
        } catch let error as TransportError {
            meter.end(id, received: nil)
            throw RefreshError(error)
        } catch {
            throw RefreshError.storage("the request failed", error)
        }
    }
}

extension RefreshError {
    /// Whether another encoding may work: the service does not have this one, or it did not decode to the signed object.
    fileprivate var permitsOtherEncoding: Bool { code == .missing || cause is WireError }
}
