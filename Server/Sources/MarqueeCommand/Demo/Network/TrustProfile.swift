import Foundation

/// A configuration profile by which a phone comes to trust an authority (Apple, "Configuration Profile Reference").
struct TrustProfile: Encodable {
    static let mediaType = "application/x-apple-aspen-config"
    static let fileName = "marquee-demo.mobileconfig"

    private struct Payload: Encodable {
        enum CodingKeys: String, CodingKey {
            case type = "PayloadType"
            case version = "PayloadVersion"
            case identifier = "PayloadIdentifier"
            case id = "PayloadUUID"
            case name = "PayloadDisplayName"
            case fileName = "PayloadCertificateFileName"
            case content = "PayloadContent"
        }

        let type = "com.apple.security.root"
        let version = 1
        let identifier = "marquee.demo.authority"
        let id = UUID().uuidString
        let name: String
        let fileName = "marquee-demo.cer"
        let content: Data
    }

    private enum CodingKeys: String, CodingKey {
        case type = "PayloadType"
        case version = "PayloadVersion"
        case identifier = "PayloadIdentifier"
        case id = "PayloadUUID"
        case name = "PayloadDisplayName"
        case description = "PayloadDescription"
        case end = "RemovalDate"
        case content = "PayloadContent"
    }

    private let type = "Configuration"
    private let version = 1
    private let identifier = "marquee.demo"
    private let id = UUID().uuidString
    private let name: String
    private let description =
        "Lets this device reach a demonstration of Marquee in your network. Remove it when you have finished."
    /// The phone removes the profile by itself then.
    private let end: Date
    private let content: [Payload]

    /// A profile that trusts the authority until it ends.
    init(_ authority: LocalAuthority, name: String, now: Date = Date()) throws {
        self.name = "Marquee demo on \(name)"
        end = now + TimeInterval(LocalAuthority.days * 86_400)
        content = [Payload(name: self.name, content: try authority.der)]
    }

    /// The file that a phone takes.
    var data: Data {
        get throws {
            let encoder = PropertyListEncoder()
            encoder.outputFormat = .xml
            return try encoder.encode(self)
        }
    }
}
