import Foundation
import Marquee
import MarqueeCore
import MarqueeHub
import MarqueeWire

extension HubWing {
    /// The hub of one app, on the screen and behind it.
    struct State: Codable, Sendable {
        struct Page: Codable, Sendable {
            let uri: String
            /// The path below the app's own path on the content origin.
            let path: String
            let type: String
            let title: String
            let visit: Int
            let scrollPosition: Double
        }

        struct Status: Codable, Sendable {
            let kind: String
            let message: String
            let fraction: Double?
        }

        struct Controls: Codable, Sendable {
            let canGoBack: Bool
            let canGoForward: Bool
            let title: String
            let showsLogo: Bool
            let showsChrome: Bool
            let scheme: String
        }

        struct Visit: Codable, Sendable {
            let uri: String
            let title: String
            let isCurrent: Bool
        }

        /// How many pages of the history are shown.
        private static let maximumVisits = 50

        /// Names the app on its phone in the addresses of its pages.
        let token: String
        /// The number of the app's process on its phone.
        let process: Int
        let isReady: Bool
        let isDownloading: Bool
        let isDisplaying: Bool
        let isDisabled: Bool
        let progress: Double
        let release: Int?
        let contentSource: String
        let scheme: String
        let page: Page?
        let status: Status?
        let controls: Controls?
        /// The address of an open question to the person about leaving the app.
        let question: String?
        /// The address that was last handed to the phone's browser.
        let opened: String?
        let canPresentAgain: Bool
        /// The newest pages of the displayed hub's history.
        let history: [Visit]

        init(_ app: AppProcess) {
            let (hub, screen) = (app.marquee.hub, app.surface.screen)
            token = app.token
            process = app.number
            isReady = hub.isReady
            isDownloading = hub.isDownloading
            isDisplaying = hub.isDisplaying
            isDisabled = hub.isDisabled
            progress = app.downloadProgress
            release = app.surface.hub?.contentVersion
            contentSource = hub.contentSource == .localOnly ? "localOnly" : "externalAllowed"
            scheme = hub.colorScheme == .light ? "light" : "dark"
            page = screen.page.map(Self.page)
            status = screen.status.map(Self.status)
            controls = screen.controls.map(Self.controls)
            question = screen.question?.absoluteString
            opened = screen.opened?.absoluteString
            canPresentAgain = app.keptHub.map { !$0.isDisplayed } ?? false
            history = app.surface.hub.map { Self.visits($0.history, titles: screen.titles) } ?? []
        }

        private static func visits(_ history: (pages: [ContentURI], current: Int?), titles: [ContentURI: String])
            -> [Visit]
        {
            history.pages.indices.suffix(maximumVisits).map { index in
                let page = history.pages[index]
                let title = titles[page].flatMap { $0.isEmpty ? nil : $0 } ?? page.description
                return Visit(uri: page.description, title: title, isCurrent: index == history.current)
            }
        }

        private static func page(_ page: HubPage) -> Page {
            Page(
                uri: page.uri.description, path: "\(page.uri.hub)/\(page.uri.path)", type: page.type.rawValue,
                title: page.title,
                visit: page.id.number, scrollPosition: page.scrollPosition)
        }

        private static func status(_ status: HubStatus) -> Status {
            switch status {
            case .checking(let message): Status(kind: "checking", message: message, fraction: nil)
            case .downloading(let message, let fraction):
                Status(kind: "downloading", message: message, fraction: fraction)
            case .failed(let message): Status(kind: "failed", message: message, fraction: nil)
            }
        }

        private static func controls(_ controls: HubControls) -> Controls {
            Controls(
                canGoBack: controls.canGoBack, canGoForward: controls.canGoForward, title: controls.title,
                showsLogo: controls.showsLogo, showsChrome: controls.showsChrome,
                scheme: controls.colorScheme == .light ? "light" : "dark")
        }
    }
}
