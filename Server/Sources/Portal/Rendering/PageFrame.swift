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
        /// `nil` for links that need none.
        let heading: String?
        let links: [Link]
    }

    struct App: Sendable {
        let id: String
        let name: String
        let isCurrent: Bool
    }

    struct Notice: Sendable {
        /// What keeps a form from being stored.
        struct Fault: Sendable {
            let label: String
            let sentence: String
            /// The id of the field that mends it; `nil` where no field is to blame.
            let anchor: String?

            /// - Parameter fields: a field without a problem is left out.
            static func list(_ fields: [(problem: String?, label: String, anchor: String)]) -> [Fault] {
                fields.compactMap { field in
                    field.problem.map { Fault(label: field.label, sentence: $0, anchor: field.anchor) }
                }
            }
        }

        /// `good`, `bad` or empty.
        let kind: String
        let text: String
        /// Whether a form was refused: the page says so in its title, and begins at the notice.
        var isRefusal = false
        var faults: [Fault] = []
        var hasFaults = false

        /// A form that was refused, with links to the fields that are to be mended.
        static func refusal(_ text: String, _ faults: [Fault] = []) -> Notice {
            Notice(kind: "bad", text: text, isRefusal: true, faults: faults, hasFaults: !faults.isEmpty)
        }
    }

    let title: String
    let subtitle: String?
    let sections: [Section]
    /// Names of assets that the wing's pages load after the portal's own script.
    let scripts: [String]
    let account: String
    let csrf: String
    /// Random for each page. Scripts send only forms that carry it: markup from elsewhere cannot know it.
    let mark: String
    /// The id of the app that the page's forms are about; empty while there is none.
    let app: String
    /// To choose from; empty with a single one.
    let apps: [App]
    let hasApps: Bool
    /// Whether pages may lead to the device lab.
    let hasLab: Bool
    let notice: Notice?

    init(
        title: String, subtitle: String, address: String, visit: Visit, wings: [any PortalWing], hasLab: Bool,
        notice: Notice?
    ) {
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
        scripts = wings.first { $0.wing == visit.wing }?.scripts ?? []
        let lab =
            hasLab
            ? [Section(heading: "Try it", links: [Link(address: "/lab/", name: "Device lab", isCurrent: false)])] : []
        sections = wings.flatMap { Self.sections($0, address, visit) } + lab
    }

    /// What a person sees of a wing's menu.
    private static func sections(_ wing: any PortalWing, _ address: String, _ visit: Visit) -> [Section] {
        wing.menu.compactMap { section in
            let links = section.entries.filter { visit.may($0.needs, in: wing.wing) }.map {
                Link(address: $0.address, name: $0.name, isCurrent: $0.address == address)
            }
            return links.isEmpty ? nil : Section(heading: section.heading, links: links)
        }
    }
}
