public import Foundation

/// The payload of a signed document: a scope that must match, and its own rules.
public protocol DocumentPayload: Codable, Sendable {
    /// The type that the signature covers.
    static var type: DocumentType { get }
    /// The app and stream of the document; part of the signed bytes.
    var scope: Scope { get }
    /// Checks what signatures do not prove.
    /// - Throws: ``WireError`` when the values contradict each other or the format.
    func validate() throws(WireError)
}

extension DocumentPayload {
    /// The payload as JSON with sorted keys.
    ///
    /// The bytes are created once, signed, and kept unchanged.
    public func payload() throws(WireError) -> Data {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        do { return try encoder.encode(self) } catch {
            throw WireError(.malformed, "\(Self.type.rawValue) cannot be encoded")
        }
    }

    /// Encodes and signs in one step.
    public func signed(by keys: [SigningKey]) throws(WireError) -> SignedDocument {
        try SignedDocument(type: Self.type, payload: try payload(), keys: keys)
    }
}

extension SignedDocument {
    /// Verifies the signatures, then decodes. This is the only way from received bytes to a trusted payload.
    ///
    /// Each of `policies` must be satisfied, and the document must belong to `scope`. The stream of a root is not
    /// compared, because a root is valid for all streams of its app.
    /// - Throws: ``WireError``: as ``SignedDocument/verify(_:)``, then as ``SignedDocument/read(_:as:)``.
    public func open<Payload: DocumentPayload>(_: Payload.Type, as scope: Scope, policies: [SignaturePolicy])
        throws(WireError) -> Payload
    {
        try verify(policies)
        return try read(Payload.self, as: scope)
    }

    /// Decodes without checking signatures. Use it for a root, whose own keys are part of the check, and for inspection
    /// tools.
    /// - Throws: ``WireError``: `wrongType`, `wrongApp`, `wrongStream`, `malformed`, and the errors of
    ///   ``DocumentPayload/validate()``.
    public func read<Payload: DocumentPayload>(_: Payload.Type, as scope: Scope) throws(WireError) -> Payload {
        guard type == Payload.type else {
            throw WireError(.wrongType, "a \(type.rawValue) is not a \(Payload.type.rawValue)")
        }
        let value: Payload
        do {
            value = try JSONDecoder().decode(Payload.self, from: payload)
        } catch let error as WireError {
            throw error
        } catch {
            throw WireError(.malformed, "the \(type.rawValue)'s payload does not decode: \(error)")
        }
        guard value.scope.app == scope.app else {
            throw WireError(.wrongApp, "\(type.rawValue) of app \(value.scope.app), expected \(scope.app)")
        }
        guard value.scope.stream == scope.stream || type == .root else {
            throw WireError(.wrongStream, "\(type.rawValue) of stream \(value.scope.stream), expected \(scope.stream)")
        }
        try value.validate()
        return value
    }
}
