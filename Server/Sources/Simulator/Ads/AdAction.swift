import MRAID

/// One action that the container requests from the page's phone, with its values.
struct AdAction: Encodable, Sendable {
    let name: String
    var page: Container.Page?
    /// JSON for the ad's script.
    var update: String?
    var frame: AdBox?
    var showsIndicator: Bool?
    /// A URL, a reason or a sentence.
    var text: String?
    /// Where a link opens, or the method that a note concerns.
    var about: String?
    var allowsOrientationChange: Bool?
    var orientation: Container.Orientation?
    var milliseconds: Double?

    init(_ action: HostAction) {
        switch action {
        case .call(let call): (name, page, update) = ("call", call.page, call.json)
        case .expand(let expansion): (name, text, frame) = ("expand", expansion.url?.text, AdBox(expansion.frame))
        case .resize(let frame): (name, self.frame) = ("resize", AdBox(frame))
        case .restore: name = "restore"
        case .hide: name = "hide"
        case .dismiss: name = "dismiss"
        case .unload(let reason): (name, text) = ("unload", reason)
        case .showCloseRegion(let region):
            (name, frame, showsIndicator) = ("showCloseRegion", AdBox(region.frame), region.showsIndicator)
        case .hideCloseRegion: name = "hideCloseRegion"
        case .applyOrientation(let wanted):
            (name, allowsOrientationChange, orientation) =
                ("applyOrientation", wanted.allowsOrientationChange, wanted.forcedOrientation)
        case .restoreOrientation: name = "restoreOrientation"
        case .reportClick: name = "reportClick"
        case .open(let link, let destination): (name, text, about) = ("open", link.text, destination.rawValue)
        case .playVideo(let link, let page): (name, text, self.page) = ("playVideo", link.text, page)
        case .storePicture(let link, let page): (name, text, self.page) = ("storePicture", link.text, page)
        case .createCalendarEvent(let event, let page):
            (name, text, self.page) = ("createCalendarEvent", Self.describe(event), page)
        case .wake(let time): (name, milliseconds) = ("wake", time / .milliseconds(1))
        case .logProblem(let problem): (name, text, about) = ("note", problem.message, problem.action)
        }
    }

    private static func describe(_ event: CalendarEvent) -> String {
        let day = [event.start.year, event.start.month, event.start.day].map { $0 < 10 ? "0\($0)" : "\($0)" }
        return "\(event.description), \(day.joined(separator: "-"))"
    }
}

/// The result of a batch of inputs.
struct AdAnswer: Encodable, Sendable {
    let actions: [AdAction]
    let state: Container.State
    let isFinished: Bool
}
