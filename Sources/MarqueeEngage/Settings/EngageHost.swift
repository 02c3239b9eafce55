import Foundation
import MarqueeCore

/// A host that speaks the universal events API and XMLAPI, with what its owner issued for this app.
struct EngageHost: Sendable {
    let url: URL
    let clientID: String
    let clientSecret: Secret
    let refreshToken: Secret
    /// The id of the database.
    let listID: String

    /// What a host issues for an app.
    static let issuedKeys: [ConfigurationKey] = [.engageClientID, .engageClientSecret, .engageRefreshToken]

    /// - Parameter missing: gets the names of the keys without a value.
    /// - Returns: `nil` without a host, and if one of its values is missing.
    init?(_ configuration: Configuration, missing: inout [String]) {
        guard let url = URL(string: configuration.text(.engageHost)), url.host() != nil else { return nil }
        self.url = url
        clientID = configuration.text(.engageClientID)
        clientSecret = configuration.secret(.engageClientSecret) ?? Secret("")
        refreshToken = configuration.secret(.engageRefreshToken) ?? Secret("")
        listID = configuration.engageList
        let values: [(ConfigurationKey, String)] = [
            (.engageClientID, clientID), (.engageClientSecret, clientSecret.text),
            (.engageRefreshToken, refreshToken.text), (.engageListID, listID),
        ]
        missing = values.filter { $0.1.isEmpty }.map(\.0.name)
        guard missing.isEmpty else { return nil }
    }
}

extension Configuration {
    /// Whether a key for a text or a secret has one.
    func hasText(_ key: ConfigurationKey) -> Bool {
        if case .secret = key.form { return secret(key).map { !$0.text.isEmpty } ?? false }
        return !text(key).isEmpty
    }

    /// The id of the database; empty if there is none, or only the placeholder.
    var engageList: String {
        let own = text(.engageListID)
        let ancestors = text(.engageDatabaseListID)
        if !own.isEmpty { return own }
        return ancestors == ConfigurationKey.engageListIDPlaceholder ? "" : ancestors
    }
}
