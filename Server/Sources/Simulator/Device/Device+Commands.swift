import Foundation
import Marquee
import MarqueeCore
import MarqueeHub
import MarqueeWire

extension Device {
    /// Performs an action of the phone's user.
    ///
    /// A long action continues in the background; the feed shows its result.
    func perform(_ command: DeviceCommand, contentRoot: String) async throws {
        switch command.name {
        case .present: present(command)
        case .presentAgain: presentAgain()
        case .dismiss: dismiss()
        case .back: surface.hub?.goBack()
        case .forward: surface.hub?.goForward()
        case .answer: surface.answer(command.yes ?? false)
        case .rendered, .scrolled, .link, .blocked, .played:
            // The page around the frame reports the requests that it stopped itself, and does not know the visit.
            let visit = [.link, .blocked].contains(command.name) ? HubPage.ID(command.visit ?? 0) : try visit(command)
            let report = PageReport(visit: visit, try event(command, contentRoot))
            surface.hub?.hear(report)
        case .refresh: Task { await self.refresh() }
        case .network: network.mode = try setting(command)
        case .background: await marquee.enteredBackground()
        case .foreground: marquee.enteredForeground()
        case .clock: clock.forward(by: .seconds(try seconds(command)))
        case .scheme: marquee.hub.colorScheme = try setting(command, SchemeName.self).value
        case .contentSource: marquee.hub.contentSource = try setting(command, SourceName.self).value
        case .adTracking: advertiser.tracking = try setting(command)
        case .locate: place = try validPlace(command)
        case .whitelist: marquee.hub.whitelist(domain: try text(command))
        case .createUser: try marquee.users.create(try text(command), tags: command.tags ?? [])
        case .activateUser: try marquee.users.activate(try text(command))
        case .tag:
            try marquee.users.updateUsageCounts([try text(command): Int(min(max(command.number ?? 1, -1000), 1000))])
        case .flush: try await marquee.core.outbox.flush()
        }
        feed.stateChanged()
    }

    /// The values of settings as the lab's page writes them.
    private enum SchemeName: String, CaseIterable {
        case light
        case dark

        var value: Hub.ColorScheme { self == .light ? .light : .dark }
    }

    private enum SourceName: String, CaseIterable {
        case localOnly
        case externalAllowed

        var value: Hub.ContentSource { self == .localOnly ? .localOnly : .externalAllowed }
    }

    private func present(_ command: DeviceCommand) {
        marquee.hub.entryPoint = command.entryPoint
        let target: HubTarget =
            if let uri = command.text, !uri.isEmpty { .uri(uri) } else if let tags = command.tags { .tags(tags) } else {
                .bestMatch
            }
        let mode: Hub.PresentationMode = command.embedded == true ? .embedded : .modal
        Task { [self] in
            do {
                keptHub = try await marquee.hub.present(target, on: surface, mode: mode)
            } catch {
                feed.add(.log, "present", "\(error)", isGood: false)
            }
            feed.stateChanged()
        }
    }

    private func presentAgain() {
        guard let hub = keptHub else { return feed.add(.log, "present", "no hub was dismissed yet", isGood: false) }
        Task { [self] in
            do {
                try await marquee.hub.presentExisting(hub, on: surface)
            } catch {
                feed.add(.log, "present", "\(error)", isGood: false)
            }
            feed.stateChanged()
        }
    }

    private func dismiss() {
        do {
            try marquee.hub.current?.dismiss()
        } catch {
            feed.add(.log, "dismiss", "\(error)", isGood: false)
        }
    }

    private func refresh() async {
        switch await marquee.hub.refresh() {
        case .updated(let version, let bytes):
            feed.add(.log, "refresh", "release \(version) is stored, \(bytes) B received")
        case .unchanged(let bytes): feed.add(.log, "refresh", "nothing new, \(bytes) B received")
        case .failed(let error): feed.add(.log, "refresh", "\(error)", isGood: false)
        }
    }

    /// Handles a report of the page in the browser's frame.
    private func event(_ command: DeviceCommand, _ contentRoot: String) throws -> PageReport.Event {
        switch command.name {
        case .scrolled:
            guard let scroll = PageReport.scroll(position: command.number, depth: command.depth) else {
                throw LabError(.badCommand, "a scroll position is a number")
            }
            return scroll
        case .link: return .link(try address(command, contentRoot))
        case .played: return .played(try address(command, contentRoot).absoluteString)
        // A request without an address is reported with the page's own.
        case .blocked:
            let hasAddress = !(command.text ?? "").isEmpty
            return .blocked(hasAddress ? try address(command, contentRoot) : nil, trigger: command.trigger)
        default: return .rendered
        }
    }

    private func validPlace(_ command: DeviceCommand) throws -> Place? {
        guard let place = command.place else { return nil }
        guard place.location != nil else {
            throw LabError(
                .badCommand,
                "a place lies -90 to 90 degrees north and -180 to 180 degrees east, and is known to 0 to "
                    + "\(Int(Place.maximumAccuracy)) metres")
        }
        return place
    }

    private func seconds(_ command: DeviceCommand) throws -> Double {
        guard let seconds = command.number, (0...Self.mostSeconds).contains(seconds) else {
            throw LabError(.badCommand, "the clock moves forward by 0 to \(Int(Self.mostSeconds)) seconds")
        }
        return seconds
    }

    private static let mostSeconds = 400.0 * 86_400

    private func visit(_ command: DeviceCommand) throws -> HubPage.ID {
        guard let visit = command.visit else {
            throw LabError(.badCommand, "the command lacks the visit it belongs to")
        }
        return HubPage.ID(visit)
    }

    private func text(_ command: DeviceCommand) throws -> String {
        guard let text = command.text, !text.isEmpty else {
            throw LabError(.badCommand, "\(command.name.rawValue) needs a text")
        }
        return text
    }

    private func setting<Value: RawRepresentable & CaseIterable>(
        _ command: DeviceCommand, _: Value.Type = Value.self
    ) throws -> Value where Value.RawValue == String {
        guard let value = Value(rawValue: command.text ?? "") else {
            throw LabError(
                .badCommand,
                "\(command.name.rawValue) is one of \(Value.allCases.map(\.rawValue).joined(separator: ", "))")
        }
        return value
    }

    /// The address as a page on a phone would name it: an address below this device's path on the content origin
    /// belongs to the hub.
    private func address(_ command: DeviceCommand, _ contentRoot: String) throws -> URL {
        let text = try text(command)
        let own = "\(contentRoot)/\(token)/"
        let mapped = text.hasPrefix(own) ? "\(ContentURI.scheme)://\(text.dropFirst(own.count))" : text
        guard let url = PageReport.address(mapped) else { throw LabError(.badCommand, "the address is empty") }
        return url
    }
}
