public import Foundation

/// What a page's script tells about one visit to its page.
///
/// Hand it to ``HubPresentation/hear(_:)``. What is outside the form of a report is none: a page is not trusted, and neither is
/// what comes from its web view.
public struct PageReport: Sendable, Hashable {
    /// What happened in the page.
    public enum Event: Sendable, Hashable {
        /// The page stands.
        case rendered
        /// The page was scrolled; `position` in its own points, at least 0, and `depth` from 0 to 1.
        case scrolled(position: Double, depth: Double)
        /// A link was tapped.
        case link(URL)
        /// The page's policy stopped a request, which may have no address.
        case blocked(URL?, trigger: String?)
        /// A video began to play; its address or its id.
        case played(String)
    }

    /// Which visit to which page.
    public let visit: HubPage.ID
    /// What happened.
    public let event: Event

    /// Describes what happened.
    public init(visit: HubPage.ID, _ event: Event) {
        self.visit = visit
        self.event = event
    }

    /// The longest message that is read, in bytes.
    static let maximumMessage = 16 * 1_024
    /// The longest address, in characters; what is behind is cut.
    static let maximumAddress = 4_096
    private static let unreadableScheme = "marquee-link"

    /// Reads a message of ``PageScript/standard`` as a web view gets it; `nil` for anything else.
    public init?(message: String) {
        guard message.utf8.count <= Self.maximumMessage,
            let form = try? JSONDecoder().decode(Form.self, from: Data(message.utf8)), form.marquee,
            let event = form.event
        else { return nil }
        self.init(visit: HubPage.ID(form.visit), event)
    }

    /// The address that a page names.
    ///
    /// One that nobody can read becomes an address that the gate refuses, so that the refusal is reported like every
    /// other.
    /// - Returns: `nil` for a text of no characters.
    public static func address(_ text: String) -> URL? {
        guard !text.isEmpty else { return nil }
        let address = String(text.prefix(maximumAddress))
        let spelled = address.addingPercentEncoding(withAllowedCharacters: .urlPathAllowed) ?? ""
        return URL(string: address) ?? URL(string: "\(unreadableScheme):\(spelled)")
    }

    /// A scroll of a page, with each number brought into its range; `nil` when one of them is no number.
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
    /// Takes a report of the presented page.
    ///
    /// - Returns: what was decided about a link; `nil` for every other report.
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
