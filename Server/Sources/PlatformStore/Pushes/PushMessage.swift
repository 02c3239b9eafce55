public import Foundation

/// What a push campaign says.
public struct PushMessage: Sendable, Hashable, Codable {
    /// How long the campaign is current on a device, in hours: up to a year.
    public static let validity = 1...8760

    /// The name of the campaign, which the events of its recipients carry; 1 to 200 bytes, unique within the app.
    public var campaign: String
    /// The text that a device shows, 1 to 1000 bytes.
    public var text: String
    /// The title of the message's action; empty for none.
    public var callToAction: String
    /// The link that the message opens; empty for none.
    public var link: String
    /// How many hours the campaign is current, from the moment in which a device gets the message.
    public var validHours: Int

    /// A message of a campaign.
    public init(campaign: String, text: String, callToAction: String = "", link: String = "", validHours: Int = 24) {
        self.campaign = campaign
        self.text = text
        self.callToAction = callToAction
        self.link = link
        self.validHours = validHours
    }

    /// The message as a device receives it: a dictionary of Apple's form, with the parameters that Engage's SDKs look
    /// for: `CurrentCampaign`, `CampaignValidFor`, `CallToAction`.
    public var payload: Data {
        get throws { try Self.encoder.encode(Payload(self)) }
    }

    /// In bytes; the limit of Apple's push service.
    private static let largestPayload = 4_096

    private struct Payload: Encodable {
        struct Aps: Encodable {
            struct Alert: Encodable {
                let body: String
            }

            let alert: Alert
        }

        enum CodingKeys: String, CodingKey {
            case aps
            case campaign = "CurrentCampaign"
            case validFor = "CampaignValidFor"
            case callToAction = "CallToAction"
            case link
        }

        let aps: Aps
        let campaign: String
        let validFor: String
        let callToAction: String?
        let link: String?

        init(_ message: PushMessage) {
            aps = Aps(alert: .init(body: message.text))
            campaign = message.campaign
            validFor = "\(message.validHours) hours"
            callToAction = message.callToAction.isEmpty ? nil : message.callToAction
            link = message.link.isEmpty ? nil : message.link
        }
    }

    private static var encoder: JSONEncoder {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return encoder
    }

    func check() throws(StoreError) {
        guard (1...200).contains(campaign.utf8.count), !campaign.unicodeScalars.contains(where: \.isInvisible) else {
            throw StoreError(.invalid, "a campaign's name has 1 to 200 bytes and no characters that cannot be seen")
        }
        guard (1...1000).contains(text.utf8.count), !text.utf8.contains(0) else {
            throw StoreError(.invalid, "a message has 1 to 1000 bytes, and this one has \(text.utf8.count)")
        }
        guard callToAction.utf8.count <= 200, !callToAction.utf8.contains(0) else {
            throw StoreError(.invalid, "a call to action has at most 200 bytes")
        }
        guard link.utf8.count <= 2048, link.isEmpty || URL(string: link)?.scheme != nil else {
            throw StoreError(.invalid, "the link is no address with a scheme and at most 2048 bytes")
        }
        guard Self.validity.contains(validHours) else {
            throw StoreError(.invalid, "a campaign is valid for 1 to \(Self.validity.upperBound) hours")
        }
        guard let payload = try? payload, payload.count <= Self.largestPayload else {
            throw StoreError(.invalid, "a message with its link has at most \(Self.largestPayload) bytes for devices")
        }
    }
}
