import Marquee
import MarqueeHub

extension HubWing {
    /// Presents a hub: a page by its URI, or the hub that fits tags or the user's profile best.
    struct Present: LabCommand {
        static let name = "present"
        let uri: String?
        /// Tags instead of the user's profile.
        let tags: [String]?
        let entryPoint: String?
        let mode: Choice<Mode>?

        /// Whether the hub covers the app's screen or is a part of it.
        enum Mode: String, CaseIterable {
            case modal
            case embedded
        }

        private var target: HubTarget {
            if let uri, !uri.isEmpty { return .uri(uri) }
            return tags.map(HubTarget.tags) ?? .bestMatch
        }

        func run(_ call: CommandCall) throws {
            let app = try call.app()
            app.marquee.hub.entryPoint = entryPoint
            let (target, mode) = (target, mode?.value == .embedded ? Hub.PresentationMode.embedded : .modal)
            app.presenting {
                app.keptHub = try await app.marquee.hub.present(target, on: app.surface, mode: mode)
            }
        }
    }

    /// Presents the hub that was dismissed last where it was left.
    struct PresentAgain: LabCommand {
        static let name = "presentAgain"

        func run(_ call: CommandCall) throws {
            let app = try call.app()
            guard let hub = app.keptHub else {
                return app.note(.log, "present", "no hub was dismissed yet", isGood: false)
            }
            app.presenting { try await app.marquee.hub.presentExisting(hub, on: app.surface) }
        }
    }

    /// Closes the hub.
    struct Dismiss: LabCommand {
        static let name = "dismiss"

        func run(_ call: CommandCall) throws {
            let app = try call.app()
            do {
                try app.marquee.hub.current?.dismiss()
            } catch {
                app.note(.log, "dismiss", "\(error)", isGood: false)
            }
        }
    }

    struct Back: LabCommand {
        static let name = "back"

        func run(_ call: CommandCall) throws { try call.app().surface.hub?.goBack() }
    }

    struct Forward: LabCommand {
        static let name = "forward"

        func run(_ call: CommandCall) throws { try call.app().surface.hub?.goForward() }
    }

    /// Answers the question whether to leave the app.
    struct Answer: LabCommand {
        static let name = "answer"
        let leaves: Bool

        func run(_ call: CommandCall) throws { try call.app().surface.answer(leaves) }
    }
}

extension AppProcess {
    /// Presents in the background; the feed shows why a presentation failed.
    fileprivate func presenting(_ work: @escaping @Sendable () async throws -> Void) {
        Task {
            do {
                try await work()
            } catch {
                note(.log, "present", "\(error)", isGood: false)
            }
            stateChanged()
        }
    }
}
