import PlatformStore

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
    let notice: Notice?

    init(title: String, subtitle: String, address: String, session: Session, hasLab: Bool, notice: Notice?) {
        self.title = title
        self.subtitle = subtitle.isEmpty ? nil : subtitle
        self.notice = notice
        account = session.account.name
        csrf = session.csrfToken
        func link(_ target: String, _ name: String) -> Link {
            Link(address: target, name: name, isCurrent: target == address)
        }
        sections =
            [
                Section(
                    heading: "Content",
                    links: [
                        link("/portal/content", "Articles"), link("/portal/publish", "Publish"),
                        link("/portal/releases", "Releases"),
                    ]),
                Section(
                    heading: "Behaviour",
                    links: [
                        link("/portal/report", "Report"), link("/portal/live", "Live events"),
                        link("/portal/devices", "Devices"),
                    ]),
            ] + (hasLab ? [Section(heading: "Try it", links: [link("/lab/", "Device lab")])] : [])
    }
}
