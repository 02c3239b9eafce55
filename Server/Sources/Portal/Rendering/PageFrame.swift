import PlatformStore
import Secrets

/// What stands around every page: its title, the menu, who is signed in.
struct PageFrame: Sendable {
    struct Link: Sendable {
        let address: String
        let name: String
        let isCurrent: Bool
    }

    struct Section: Sendable {
        let heading: String
        let links: [Link]
    }

    struct App: Sendable {
        let id: String
        let name: String
        let isCurrent: Bool
    }

    struct Notice: Sendable {
        /// `good`, `bad` or empty.
        let kind: String
        let text: String
    }

    let title: String
    let subtitle: String?
    let sections: [Section]
    let account: String
    let csrf: String
    /// Random for each page: scripts send only the forms that carry it, which markup from elsewhere cannot know.
    let mark: String
    /// The id of the app that the page's forms are about; empty while there is none.
    let app: String
    /// To choose from; empty with a single one.
    let apps: [App]
    let hasApps: Bool
    /// Whether pages may lead to the device lab.
    let hasLab: Bool
    let notice: Notice?

    init(title: String, subtitle: String, address: String, visit: Visit, hasLab: Bool, notice: Notice?) {
        self.title = title
        self.subtitle = subtitle.isEmpty ? nil : subtitle
        self.hasLab = hasLab
        self.notice = notice
        account = visit.who
        csrf = visit.session.csrfToken
        mark = RandomToken.make(bytes: 16)
        app = visit.app?.id ?? ""
        hasApps = visit.apps.count > 1
        apps = hasApps ? visit.apps.map { App(id: $0.id, name: $0.name, isCurrent: $0.id == visit.app?.id) } : []
        func link(_ target: String, _ name: String) -> Link {
            Link(address: target, name: name, isCurrent: target == address)
        }
        sections =
            [
                Section(
                    heading: "Content",
                    links: [
                        link("/portal/content", "Articles"), link("/portal/hubs", "Hubs and channels"),
                        link("/portal/feeds", "Feeds"), link("/portal/tags", "Tags"),
                        link("/portal/templates", "Templates"),
                        link("/portal/publish", "Publish"), link("/portal/releases", "Releases"),
                    ]),
                Section(
                    heading: "Behaviour",
                    links: [
                        link("/portal/report", "Report"), link("/portal/live", "Live events"),
                        link("/portal/devices", "Devices"),
                    ]),
                Section(
                    heading: "Team",
                    links: [
                        link("/portal/accounts", "Accounts"), link("/portal/apps", "Apps"),
                        link("/portal/audit", "Audit log"),
                    ]),
            ] + (hasLab ? [Section(heading: "Try it", links: [link("/lab/", "Device lab")])] : [])
    }
}
