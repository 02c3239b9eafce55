import Foundation
import Marquee
import MarqueeUI
import SwiftUI

/// What the app's views share: the SDK, the visitors, and the messages of failed calls.
@MainActor
final class Village: ObservableObject {
    /// The SDK's instance; `nil` until the SDK has started.
    @Published private(set) var marquee: Marquee?
    @Published private(set) var visitors: [String] = []
    @Published private(set) var visitor: String?
    @Published private(set) var tags: [String: Int] = [:]
    /// The visitor's ids in the village's customer list.
    @Published private(set) var membership = Membership()
    /// Whether a question about the visitor's recipient is under way.
    @Published private(set) var isAsking = false
    /// The last call that failed, for the home page; empty if none failed.
    @Published var problem = ""
    /// Why the visitors and their tags cannot be read, for the settings page; empty after a successful read.
    @Published private(set) var readProblem = ""

    /// Hands notifications to the SDK; the system's centre does not keep its delegate.
    private var reporter: NotificationReporter?

    /// Starts the SDK, and creates a visitor if none is active.
    func open() async {
        do {
            // A silent push may start the app in the background.
            let marquee = try await Marquee.start(appState: { .current })
            if marquee.users.active == nil {
                let user = UserStore.generateDefaultID()
                try marquee.users.create(user)
                try marquee.users.activate(user)
            }
            reporter = NotificationReporter(marquee.engage.notifications)
            self.marquee = marquee
            membership = Membership(marquee.engage)
        } catch {
            problem = error.localizedDescription
        }
        readVisitors()
    }

    func add(_ visitor: String, interestedIn tags: [String]) {
        change { try $0.users.create(visitor, tags: tags) }
    }

    func choose(_ visitor: String) {
        change { try $0.users.activate(visitor) }
    }

    func count(_ tag: String, by number: Int) {
        change { try $0.users.updateUsageCounts([tag: number]) }
    }

    /// Whether the SDK records nothing that the visitor reads.
    var isPrivate: Bool { marquee.map { !$0.consent.isGranted(.behaviour) } ?? false }

    func keepPrivate(_ isPrivate: Bool) {
        change { isPrivate ? try $0.consent.refuse() : try $0.consent.grant() }
    }

    /// Whether identifiers and the location stay on the device.
    var isTrackingLimited: Bool { marquee?.consent.isTrackingLimited ?? false }

    func limitTracking(_ isLimited: Bool) {
        change { try $0.consent.limitTracking(isLimited) }
    }

    func setUpRecipient() { ask { await $0.settingUp($1) } }

    func checkIdentity(card: String) { ask { await $0.checking(card: card, $1) } }

    private func ask(_ question: @escaping @Sendable (Membership, Engage) async -> Membership) {
        guard let engage = marquee?.engage, !isAsking else { return }
        isAsking = true
        Task {
            membership = await question(membership, engage)
            isAsking = false
        }
    }

    private func change(_ change: (Marquee) throws -> Void) {
        do {
            if let marquee { try change(marquee) }
        } catch {
            problem = error.localizedDescription
        }
        readVisitors()
    }

    /// Keeps the values of the last successful read if the users cannot be read.
    private func readVisitors() {
        guard let marquee else { return }
        do {
            let (all, active) = (try marquee.users.all(), marquee.users.active)
            tags = try active.map { try marquee.users.usageCounts(of: $0) } ?? [:]
            (visitors, visitor, readProblem) = (all, active, "")
        } catch {
            readProblem = error.localizedDescription
        }
    }
}
