import Foundation

extension Consent {
    /// The purposes that need consent. Every sender names the purpose of its requests.
    public enum Purpose: String, Sendable, CaseIterable {
        /// Recording and sending what the user does in the app.
        case behaviour
        /// Requests to third parties that count ads and pay for them.
        case advertising
        /// Sending an identifier that other apps on the device also know, such as the advertiser id.
        case identifiers
        /// Reading and sending the device's location.
        case location
    }
}

extension Consent.Purpose {
    /// The stored form of purposes; `nil` for none.
    static func data(_ purposes: Set<Self>) -> Data? {
        purposes.isEmpty ? nil : Data(purposes.map(\.rawValue).sorted().joined(separator: " ").utf8)
    }

    /// The purposes in their stored form; `nil` if this version cannot read them all.
    static func purposes(_ data: Data) -> Set<Self>? {
        let names = String(decoding: data, as: UTF8.self).split(separator: " ")
        let purposes = names.compactMap { Self(rawValue: String($0)) }
        return purposes.count == names.count && !purposes.isEmpty ? Set(purposes) : nil
    }
}
