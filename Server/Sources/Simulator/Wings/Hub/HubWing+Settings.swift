import Marquee
import MarqueeHub

extension HubWing {
    /// Looks for newer content; the feed shows the result.
    struct Refresh: LabCommand {
        static let name = "refresh"

        func run(_ call: CommandCall) throws {
            let app = try call.app()
            Task {
                switch await app.marquee.hub.refresh() {
                case .updated(let version, let bytes):
                    app.note(.log, "refresh", "release \(version) is stored, \(bytes) B received")
                case .unchanged(let bytes): app.note(.log, "refresh", "nothing new, \(bytes) B received")
                case .failed(let error): app.note(.log, "refresh", "\(error)", isGood: false)
                }
            }
        }
    }

    /// Sets the look of the next hub.
    struct Scheme: LabCommand {
        static let name = "scheme"
        let scheme: Choice<Value>

        enum Value: String, CaseIterable {
            case light
            case dark
        }

        func run(_ call: CommandCall) throws {
            try call.app().marquee.hub.colorScheme = scheme.value == .light ? .light : .dark
        }
    }

    /// Sets whether pages may lead outside.
    struct ContentSource: LabCommand {
        static let name = "contentSource"
        let contentSource: Choice<Value>

        enum Value: String, CaseIterable {
            case localOnly
            case externalAllowed
        }

        func run(_ call: CommandCall) throws {
            try call.app().marquee.hub.contentSource =
                contentSource.value == .localOnly ? .localOnly : .externalAllowed
        }
    }

    /// Allows a domain.
    struct Whitelist: LabCommand {
        static let name = "whitelist"
        let domain: FilledText

        func run(_ call: CommandCall) throws { try call.app().marquee.hub.whitelist(domain: domain.text) }
    }
}
