public import Foundation
public import MarqueeWire
public import PlatformStore

/// An app's keys and its chain of roots: the first root, rotation, and the files that an app carries.
public struct KeyCeremony: Sendable {
    /// How long a root is valid.
    public static let rootLifetime = Duration.seconds(10 * 365 * 86_400)

    let platform: Platform
    private let now: @Sendable () -> Timestamp

    /// Makes keys for apps of `platform`.
    public init(platform: Platform, now: @escaping @Sendable () -> Timestamp = { Timestamp(Date()) }) {
        self.platform = platform
        self.now = now
    }

    /// Makes the keys and the first root of an app.
    ///
    /// An app that already has a root keeps it.
    /// - Parameters:
    ///   - app: an app that exists.
    ///   - algorithm: of the root key; the others are Ed25519.
    ///   - who: the person or program, for the audit log.
    /// - Returns: the keys the app has now.
    /// - Throws: ``PublishingError`` with `store` or `invalid`.
    public func initialize(app: String, algorithm: PublicKey.Algorithm = .ed25519, by who: String)
        async throws(PublishingError) -> KeySummary
    {
        do {
            if try await platform.releases.latestRoot(app: app) != nil { return try await summary(app: app) }
            let root = try SigningKey.generate(algorithm)
            try await extend(app: app, previous: nil, rootKeys: [root], replacing: Set(DocumentType.allCases), by: who)
            return try await summary(app: app)
        } catch {
            throw PublishingError(error)
        }
    }

    /// Replaces the keys of roles by new ones in a root that follows the current one.
    ///
    /// Documents signed by the old keys stay valid until ``Publisher/renew(app:by:)`` signs them again;
    /// ``Publisher/rotateKeys(app:roles:algorithm:by:)`` replaces the keys and signs again.
    package func rotate(
        app: String, roles: Set<DocumentType> = Set(DocumentType.allCases), algorithm: PublicKey.Algorithm = .ed25519,
        by who: String
    ) async throws(PublishingError) -> KeySummary {
        do {
            let current = try await root(app: app)
            let fresh = roles.contains(.root) ? [try SigningKey.generate(algorithm)] : []
            try await extend(app: app, previous: current, rootKeys: fresh, replacing: roles, by: who)
            return try await summary(app: app)
        } catch {
            throw PublishingError(error)
        }
    }

    /// The current state of an app's keys, for an operator.
    public func summary(app: String) async throws(PublishingError) -> KeySummary {
        let root = try await root(app: app)
        return KeySummary(
            app: app, rootVersion: root.version, expires: root.expires, roles: root.roles.mapValues(\.keys))
    }

    /// `pubkey.der`: the key that signed root 1, as SubjectPublicKeyInfo.
    ///
    /// It is the same however often keys are rotated.
    public func publicKey(app: String) async throws(PublishingError) -> Data {
        do {
            guard let stored = try await platform.releases.root(1, app: app) else { throw Self.noRoot(app) }
            let root = try SignedDocument(stored.bytes, expected: .root).read(Root.self, as: try Scope(app: app))
            guard let id = root.roles[DocumentType.root.rawValue]?.keys.first,
                let key = root.keys.first(where: { $0.id == id })
            else {
                throw PublishingError(.damaged, "root 1 of \(app) names no root key")
            }
            return key.subjectPublicKeyInfo
        } catch {
            throw PublishingError(error)
        }
    }

    /// `marquee.json` for an app: the address of its service, its name and its public key.
    ///
    /// It is the same however often keys are rotated.
    /// - Parameters:
    ///   - scope: the app and stream that the app reads.
    ///   - server: the address devices reach this server by, `https://content.example.com`.
    public func appConfiguration(scope: Scope, server: URL) async throws(PublishingError) -> Data {
        struct Configuration: Encodable {
            let service: String
            let app: String
            let keys: [Data]
        }
        let configuration = Configuration(
            service: server.appending(path: ServiceRoute.servicePath(scope)).absoluteString, app: scope.app,
            keys: [try await publicKey(app: scope.app)])
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        do { return try encoder.encode(configuration) } catch {
            throw PublishingError(.invalid, "the configuration cannot be written: \(error)")
        }
    }

    /// `zbimconfig.plist` for an app that carries the ZBiM SDK's files.
    /// - Parameters:
    ///   - scope: the app and stream that the app reads.
    ///   - server: the address devices reach this server by, `https://content.example.com`.
    /// - Returns: an XML property list with the app's name and the address of its service.
    /// - Throws: ``PublishingError`` with `invalid`.
    public func configuration(scope: Scope, server: URL) throws(PublishingError) -> Data {
        let service = server.appending(path: ServiceRoute.servicePath(scope)).absoluteString
        let values = ["appID": scope.app, "dbServiceUrl": service]
        do {
            return try PropertyListSerialization.data(fromPropertyList: values, format: .xml, options: 0)
        } catch {
            throw PublishingError(.invalid, "the configuration cannot be written: \(error)")
        }
    }

    /// The current root, without verification, because it comes from this store.
    func root(app: String) async throws(PublishingError) -> Root {
        do {
            guard let stored = try await platform.releases.latestRoot(app: app) else { throw Self.noRoot(app) }
            return try SignedDocument(stored.bytes, expected: .root).read(Root.self, as: try Scope(app: app))
        } catch {
            throw PublishingError(error)
        }
    }

    /// The stored keys that may sign documents of a type by the root.
    func signers(_ type: DocumentType, root: Root) async throws(PublishingError) -> [SigningKey] {
        do {
            let named = root.policy(for: type)
            let keys = try await platform.keys.signingKeys(app: root.scope.app, role: type)
            let usable = try keys.filter { named.keys[try $0.publicKey().id] != nil }
            guard usable.count >= named.threshold else {
                throw PublishingError(
                    .keys,
                    "\(root.scope.app) needs \(named.threshold) of its \(type.rawValue) keys, and \(usable.count) of them lie in "
                        + "keys/\(root.scope.app) of the data directory; put the missing files back there"
                )
            }
            return Array(usable.prefix(named.threshold))
        } catch {
            throw PublishingError(error)
        }
    }

    private static func noRoot(_ app: String) -> PublishingError {
        PublishingError(.keys, "app \(app) has no keys yet")
    }

    private func extend(
        app: String, previous: Root?, rootKeys: [SigningKey], replacing: Set<DocumentType>, by who: String
    ) async throws {
        var keys: [PublicKey] = []
        var roles: [DocumentType: Root.Role] = [:]
        var signers = rootKeys
        for type in DocumentType.allCases {
            if let previous, !replacing.contains(type), let role = previous.roles[type.rawValue] {
                roles[type] = role
                keys += previous.keys.filter { role.keys.contains($0.id) }
                continue
            }
            let key = try type == .root ? rootKeys.first ?? SigningKey.generate() : SigningKey.generate()
            _ = try await platform.keys.store(key, role: type, app: app, by: who)
            roles[type] = Root.Role(keys: [try key.publicKey().id])
            keys.append(try key.publicKey())
        }
        if let previous {
            for key in try await self.signers(.root, root: previous) {
                let id = try key.publicKey().id
                if !(try signers.contains { try $0.publicKey().id == id }) { signers.append(key) }
            }
        }
        let issued = now()
        let version = (previous?.version ?? 0) + 1
        let root = try Root(
            app: app, version: version, issued: issued, expires: issued + Self.rootLifetime, keys: Ordered.unique(keys),
            roles: roles)
        try await platform.releases.appendRoot(try root.signed(by: signers), version: version, app: app, by: who)
    }
}
