import MarqueeWire
import PlatformStore
import Publishing

/// One template in its editor, beside a page that it makes.
struct TemplatePage: Sendable {
    let frame: PageFrame
    let name: String
    let address: String
    let version: Int
    let text: String
    /// What the other person saved, when this save came second.
    let theirs: String?
    let isOwn: Bool
    let isStyle: Bool
    let mayChange: Bool
    /// Where a page that the template makes is shown; none while there is no such page.
    let preview: String?

    init(
        frame: PageFrame, entry: AppTemplates.Entry, text: String, theirs: String?, mayChange: Bool, shown: ContentURI?
    ) {
        self.frame = frame
        self.text = text
        self.theirs = theirs
        self.mayChange = mayChange
        (name, version) = (entry.name, entry.version)
        address = "/portal/templates/\(entry.name)"
        isOwn = entry.version > 0
        isStyle = entry.name == PageTemplates.styleName
        preview = shown.map { "/portal/preview/\($0.hub)/\($0.path)" }
    }

    static func purpose(of name: String) -> String {
        switch name {
        case "hub": "The page of a hub"
        case "channel": "The page of a channel"
        case "article": "The page of an article"
        case "head": "A part: the head of every page"
        case "card": "A part: an article in a list"
        case PageTemplates.styleName: "The style sheet of every page"
        default: "A part that own templates include"
        }
    }
}
