import MarqueeCore
import MarqueeWire

/// The names of the parameters that a campaign comes in, and how long a campaign without an end is current.
struct CampaignRules: Sendable {
    /// Seconds since 1970, in GMT. The name is not part of the configuration.
    static let endTimeParameter = "CampaignEndTimeStamp"
    /// Seconds since 1970 have at most 11 digits until the year 5138; more are milliseconds.
    private static let mostDigits = 11
    /// In bytes; a longer name is ignored.
    static let nameSize = 1...1_024

    var name = "CurrentCampaign"
    var expiresAt = "CampaignExpiresAt"
    var validFor = "CampaignValidFor"
    var callToAction = "CallToAction"
    var standard = Duration.seconds(86_400)

    init() {}

    init(_ configuration: Configuration, standard: Duration) {
        func text(_ key: ConfigurationKey, _ standard: String) -> String {
            let text = configuration.text(key)
            return text.isEmpty ? standard : text
        }
        name = text(.engageCampaignParameter, name)
        expiresAt = text(.engageExpiresAtParameter, expiresAt)
        validFor = text(.engageValidForParameter, validFor)
        callToAction = text(.engageCallToActionParameter, callToAction)
        self.standard = standard
    }

    /// The campaign in parameters, at any depth; `nil` if they name none.
    /// - Parameter name: wins over a name in the parameters; an empty one does not.
    func campaign(named name: String = "", in parameters: [String: EngageValue], now: Timestamp) -> Campaign? {
        let name = name.isEmpty ? parameters.firstText(named: self.name) ?? "" : name
        guard Self.nameSize.contains(name.utf8.count) else { return nil }
        return Campaign(name: name, expires: end(in: parameters, now: now))
    }

    /// The end by the first readable parameter in the order of precedence, otherwise the default.
    private func end(in parameters: [String: EngageValue], now: Timestamp) -> Timestamp {
        if let text = parameters.firstText(named: expiresAt), let end = Self.end(text, now: now) { return end }
        if let text = parameters.firstText(named: Self.endTimeParameter), let end = Self.seconds(text) { return end }
        if let text = parameters.firstText(named: validFor), case .duration(let duration) = Expiration(text).form {
            return now + duration
        }
        return now + standard
    }

    /// The names of the parameters that should be the campaign's end and cannot be read.
    func unreadable(in parameters: [String: EngageValue], now: Timestamp) -> [String] {
        let isReadable: [(name: String, test: (String) -> Bool)] = [
            (expiresAt, { Self.end($0, now: now) != nil }), (Self.endTimeParameter, { Self.seconds($0) != nil }),
            (validFor, { if case .duration = Expiration($0).form { true } else { false } }),
        ]
        return isReadable.filter { name, test in parameters.firstText(named: name).map(test) == false }.map(\.name)
    }

    private static func end(_ text: String, now: Timestamp) -> Timestamp? {
        if let end = seconds(text) { return end }
        let expiration = Expiration(text)
        return expiration.form == .unreadable ? nil : expiration.date(after: now)
    }

    /// - Returns: `nil` for a text that is not a number of seconds, and for one that has milliseconds.
    private static func seconds(_ text: String) -> Timestamp? {
        guard text.utf8.count <= mostDigits, let seconds = Int64(text), text.utf8.first != UInt8(ascii: "+") else {
            return nil
        }
        return Timestamp(milliseconds: seconds * 1_000)
    }
}

/// A campaign with its end.
struct Campaign: Sendable, Hashable, Codable {
    let name: String
    /// The last moment in which the campaign is current.
    let expires: Timestamp
    /// When the campaign was set; `nil` for campaigns that earlier versions stored, which count for all times.
    var since: Timestamp?
}

/// What is remembered of campaigns: the one that was set last, and those before it.
struct CampaignMemory: Sendable, Hashable, Codable {
    /// The number of earlier campaigns that are kept.
    static let kept = 8

    private(set) var latest: Campaign?
    private(set) var replaced: String?
    /// Campaigns before the latest one, oldest first, for events that are reported later; `nil` in older files.
    private(set) var earlier: [Campaign]?

    /// Makes a campaign current, unless it has ended already.
    /// - Returns: whether it became current.
    mutating func set(_ campaign: Campaign, now: Timestamp) -> Bool {
        guard campaign.expires > now else { return false }
        var campaign = campaign
        campaign.since = now
        if let latest {
            if latest.name != campaign.name { replaced = latest.name }
            if latest.name == campaign.name, now <= latest.expires {
                campaign.since = latest.since
            } else {
                earlier = (earlier ?? []).suffix(Self.kept - 1) + [latest]
            }
        }
        latest = campaign
        return true
    }

    /// The name of the campaign that was current at a time; empty if there was none.
    /// - Parameters:
    ///   - time: now or earlier.
    ///   - now: if a campaign was set later than this, the clock was set back meanwhile. The campaign then counts for
    ///     all times.
    ///   - grace: a campaign that was set so shortly after the time counts too.
    func current(at time: Timestamp, now: Timestamp, grace: Duration = .zero) -> String {
        let campaign = ((earlier ?? []) + [latest].compactMap(\.self)).last { campaign in
            campaign.since.map { $0 <= time + grace || $0 > now } ?? true
        }
        guard let campaign, time <= campaign.expires else { return "" }
        return campaign.name
    }

    /// The name of the campaign that was current last: the one before the current one, or the current one itself if it is
    /// the first. Empty if there was none.
    func last(at time: Timestamp) -> String {
        guard let latest else { return "" }
        return time <= latest.expires ? replaced ?? latest.name : latest.name
    }
}
