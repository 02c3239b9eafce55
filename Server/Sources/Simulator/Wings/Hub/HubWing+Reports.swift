import Foundation
import MarqueeHub
import MarqueeWire

// The reports of the page in the browser's frame. The page around the frame reports the links and requests that it
// stopped itself, and does not know their visit.

extension HubWing {
    /// The page is on the screen.
    struct Rendered: LabCommand {
        static let name = "rendered"
        let visit: Int

        func run(_ call: CommandCall) throws { try call.hear(.rendered, visit) }
    }

    struct Scrolled: LabCommand {
        static let name = "scrolled"
        let visit: Int
        /// The position in CSS pixels; 0 if the page does not know it.
        let number: Double?
        /// The deepest point that was on screen, 0 to 1.
        let depth: Double?

        func run(_ call: CommandCall) throws {
            guard let scroll = PageReport.scroll(position: number, depth: depth) else {
                throw LabError(.badCommand, "a scroll position is a number")
            }
            try call.hear(scroll, visit)
        }
    }

    /// A link was followed.
    struct Link: LabCommand {
        static let name = "link"
        let visit: Int?
        let text: FilledText

        func run(_ call: CommandCall) throws { try call.hear(.link(call.address(text.text)), visit) }
    }

    /// A request of the page was stopped.
    struct Blocked: LabCommand {
        static let name = "blocked"
        let visit: Int?
        /// The address; empty for a request that has none, which is reported with the page's own.
        let text: String?
        /// The directive of the page's policy, or the rule, that stopped the request.
        let trigger: String?

        func run(_ call: CommandCall) throws {
            let address = try text.flatMap { $0.isEmpty ? nil : try call.address($0) }
            try call.hear(.blocked(address, trigger: trigger), visit)
        }
    }

    /// A video plays.
    struct Played: LabCommand {
        static let name = "played"
        let visit: Int
        /// The video's address, or its id.
        let text: FilledText

        func run(_ call: CommandCall) throws { try call.hear(.played(call.address(text.text).absoluteString), visit) }
    }
}

extension CommandCall {
    fileprivate func hear(_ event: PageReport.Event, _ visit: Int?) throws {
        try app().surface.hub?.hear(PageReport(visit: HubPage.ID(visit ?? 0), event))
    }

    /// The address as a page on a phone would name it: an address below this app's path on the content origin belongs
    /// to the hub.
    fileprivate func address(_ text: String) throws -> URL {
        let own = "\(contentOrigin)/\(try app().token)/"
        let mapped = text.hasPrefix(own) ? "\(ContentURI.scheme)://\(text.dropFirst(own.count))" : text
        guard let url = PageReport.address(mapped) else { throw LabError(.badCommand, "the address is empty") }
        return url
    }
}
