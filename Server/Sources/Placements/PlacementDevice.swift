import Decisioning
import Foundation
import PlatformStore

/// The device behind a request, as its parameters describe it.
struct PlacementDevice: Sendable {
    /// Names the device's UDID, which SDKs before 1.13 send.
    static let udid = "device"
    private static let longestID = 128
    private static let identifying: Set = [
        "gid", "d_custom", "d_ifa", "ifa", "idfv", "d_mac", "mac", "d_odin1", "odid", "sid", "session",
    ]

    private let parameters: [String: String]
    let isOptedOut: Bool
    /// The install, also of a device that opted out.
    let ownInstall: String?

    init(_ parameters: [String: String]) {
        self.parameters = parameters
        isOptedOut = parameters["opt_out"] == "1"
        ownInstall = ["gid", "sid", "idfv", "session"].lazy.compactMap { Self.id($0, parameters) }.first
    }

    /// The install under which something may be stored.
    var install: String? { isOptedOut ? nil : ownInstall }

    /// Every id by which somebody may have marked the device as a test device, as it was sent and as ids are compared.
    var identifiers: [String] {
        let sent = ["gid", "d_custom", "d_ifa", "ifa", "idfv", "d_mac", "mac"].compactMap { Self.id($0, parameters) }
        // Hardly any device sends more than one, in the form in which it is compared.
        if let only = sent.first, sent.count == 1, TestDevices.normalized(only) == only { return sent }
        return Set(sent + sent.map(TestDevices.normalized)).sorted()
    }

    /// The attributes that are parameters as they were sent.
    private static let texts = [
        ("hardware", "hardware"), ("os", "os"), ("app_version", "app_version"), ("connection", "connection"),
        ("plugin", "plugin"), ("sdk", "sdk-ios"), ("custom_id", "d_custom"),
    ]

    /// What conditions of units compare.
    var request: DecisionRequest {
        var attributes: [String: Condition.Value] = [:]
        attributes.reserveCapacity(Self.texts.count + 4)
        for (attribute, name) in Self.texts {
            if let value = parameters[name], !value.isEmpty { attributes[attribute] = .text(value) }
        }
        if let custom = parameters["custom"] {
            attributes.merge(CustomDimensions(custom).attributes) { known, _ in known }
        }
        if isOptedOut { attributes["custom_id"] = nil }
        if let idiom = parameters["idiom"] { attributes["idiom"] = .text(idiom == "1" ? "tablet" : "phone") }
        if let version = parameters["os"].flatMap({ Version(ofSystem: $0) }) {
            attributes["os_version"] = .version(version)
        }
        // SDKs before 1.12.1 send several, the most liked first.
        var tags = (parameters["languages"] ?? "").utf8.prefix { $0 != UInt8(ascii: ",") }
        var hasLanguage = false
        while !tags.isEmpty {
            let tag = tags.prefix { $0 != UInt8(ascii: "-") && $0 != UInt8(ascii: "_") }
            tags = tags[tag.endIndex...].dropFirst()
            if tag.isEmpty { continue }
            if !hasLanguage {
                attributes["language"] = .text(String(Substring(tag)))
                hasLanguage = true
            } else if tag.count == 2 {
                attributes["country"] = .text(String(Substring(tag)))
                break
            }
        }
        // SDKs before Marquee's say nothing of purchases, and can make them.
        var capabilities: Set<String> = parameters["vgp"] == "0" ? [] : [ContentUnitRecord.purchaseCapability]
        if parameters["isa"] == "1" { capabilities.insert("store") }
        return DecisionRequest(attributes, capabilities: capabilities)
    }

    /// The parameters for the journal, with what is secret or identifies the device cut short.
    var maskedParameters: [String: String] {
        var masked: [String: String] = [:]
        for (name, value) in parameters.sorted(by: { $0.key < $1.key }).prefix(64) {
            let name = Self.beginning(of: name, 64)
            if ["signature", "sig4", "token", "nonce"].contains(name) {
                masked[name] = Self.cut(value)
            } else if Self.identifying.contains(name) {
                if !isOptedOut { masked[name] = Self.cut(value) }
            } else if name == "receipt" {
                masked[name] = "(\(value.utf8.count) characters)"
            } else {
                masked[name] = Self.beginning(of: value, 200)
            }
        }
        return masked
    }

    /// Never more than half, because some apps have short ids of their users.
    private static func cut(_ value: String) -> String {
        if TestDevices.isNobody(value) { return beginning(of: value, longestID) }
        return beginning(of: value, min(4, value.unicodeScalars.count / 2)) + "…"
    }

    /// Cut by Unicode scalars: a single character may have thousands of them.
    static func beginning(of text: String, _ length: Int) -> String {
        String(text.unicodeScalars.prefix(length))
    }

    private static func id(_ name: String, _ parameters: [String: String]) -> String? {
        guard let value = parameters[name], (1...longestID).contains(value.utf8.count), !TestDevices.isNobody(value)
        else { return nil }
        return value
    }
}
