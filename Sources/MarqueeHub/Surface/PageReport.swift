public import Foundation

/// One report of a page's script about one visit to the page.
///
/// Pass the report to ``HubPresentation/hear(_:)``. Pages and messages of web views are not trusted, so a message in
/// any other form is not a report.
public struct PageReport: Sendable, Hashable {
    /// What happened in the page.
    public enum Event: Sendable, Hashable {
        /// The page is rendered.
        case rendered
        /// The page was scrolled. `position` is in the page's points, at least 0; `depth` is from 0 to 1.
        case scrolled(position: Double, depth: Double)
        /// A link was tapped.
        case link(URL)
        /// The page's policy blocked a request. The request may have no address.
        case blocked(URL?, trigger: String?)
        /// A video began to play. The value is the video's address or id.
        case played(String)
    }

    /// The visit that the report is about.
    public let visit: HubPage.ID
    /// What happened.
    public let event: Event

    /// Makes a report.
    public init(visit: HubPage.ID, _ event: Event) {
        self.visit = visit
        self.event = event
    }

    /// The maximum size of a message in bytes; a longer message is ignored.
    static let maximumMessage = 16 * 1_024
    /// The maximum length of an address in characters; a longer address is cut.
    static let maximumAddress = 4_096
    private static let unreadableScheme = "marquee-link"

    /// Reads a message of ``PageScript/standard`` that a web view received; `nil` for any other message.
    public init?(message: String) {
        guard message.utf8.count <= Self.maximumMessage,
            let form = try? JSONDecoder().decode(Form.self, from: Data(message.utf8)), form.marquee,
            let event = form.event
        else { return nil }
        self.init(visit: HubPage.ID(form.visit), event)
    }

    /// Reads an address from a page's text.
    ///
    /// A text that is not a valid address becomes an address that the gate refuses. The refusal is then reported like
    /// every other refusal.
    /// - Returns: `nil` for an empty text.
    public static func address(_ text: String) -> URL? {
        guard !text.isEmpty else { return nil }
        let address = String(text.prefix(maximumAddress))
        let spelled = address.addingPercentEncoding(withAllowedCharacters: .urlPathAllowed) ?? ""
        return URL(string: address) ?? URL(string: "\(unreadableScheme):\(spelled)")
    }

    /// A scroll event with both numbers clamped to their ranges; `nil` if one of them is not finite.
    public static func scroll(position: Double?, depth: Double?) -> Event? {
        let (position, depth) = (position ?? 0, depth ?? 0)
        guard position.isFinite, depth.isFinite else { return nil }
        return .scrolled(position: max(0, position), depth: min(max(0, depth), 1))
    }

    private struct Form: Decodable {
        let marquee: Bool
        let visit: Int
        let name: String
        let text: String?
        let trigger: String?
        let number: Double?
        let depth: Double?

        var event: Event? {
            switch name {
            case "rendered": .rendered
            case "scrolled": PageReport.scroll(position: number, depth: depth)
            case "link": text.flatMap(PageReport.address).map(Event.link)
            case "blocked": .blocked(text.flatMap(PageReport.address), trigger: trigger)
            case "played": text.flatMap { $0.isEmpty ? nil : Event.played($0) }
            default: nil
            }
        }
    }
}

extension HubPresentation {
    /// Handles a report of the presented page.
    ///
    /// - Returns: the decision about a link; `nil` for every other report.
    @discardableResult
    public func hear(_ report: PageReport) -> RequestGate.Decision? {
        switch report.event {
        case .rendered: pageRendered(report.visit)
        case .scrolled(let position, let depth): scrolled(to: position, depth: depth, on: report.visit)
        case .link(let url): return linkActivated(url)
        case .blocked(let url, let trigger): requestBlocked(url, trigger: trigger)
        case .played(let video): videoPlayed(video, on: report.visit)
        }
        return nil
    }
}
