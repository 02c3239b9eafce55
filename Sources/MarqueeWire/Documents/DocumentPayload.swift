public import Foundation

/// What the three payloads have in common: a scope that must be the expected one, and rules of their own.
public protocol DocumentPayload: Codable, Sendable {
    /// What its signature says it is.
    static var type: DocumentType { get }
    /// The app and stream it was made for; part of what is signed.
    var scope: Scope { get }
    /// Checks what no signature proves.
    /// - Throws: ``WireError`` when the values contradict each other or the format.
    func validate() throws(WireError)
}

extension DocumentPayload {
    /// The payload's bytes: JSON with sorted keys.
    ///
    /// They are made once, signed, and from then on kept as they are.
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
    /// Verifies, then reads: the only way from received bytes to a payload.
    ///
    /// Every one of `policies` must be satisfied, and the document must have been made for `scope`. A root's stream is
    /// not compared, because it holds for all of them.
    /// - Throws: ``WireError``: as ``SignedDocument/verify(_:)``, then as ``SignedDocument/read(_:as:)``.
    public func open<Payload: DocumentPayload>(_: Payload.Type, as scope: Scope, policies: [SignaturePolicy])
        throws(WireError) -> Payload
    {
        try verify(policies)
        return try read(Payload.self, as: scope)
    }

    /// Reads without checking signatures; for a root, whose own keys are part of what is checked, and for inspection
    /// tools.
    /// - Throws: ``WireError``: `wrongType`, `wrongApp`, `wrongStream`, `malformed`, and what ``DocumentPayload/validate()``
    ///   refuses.
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
