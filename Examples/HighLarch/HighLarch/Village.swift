import Foundation
import Marquee
import SwiftUI

/// What the app's views share: the SDK, the visitors, and the messages of failed calls.
@MainActor
final class Village: ObservableObject {
    /// The SDK's instance; `nil` until the SDK has started.
    @Published private(set) var marquee: Marquee?
    @Published private(set) var visitors: [String] = []
    @Published private(set) var visitor: String?
    @Published private(set) var tags: [String: Int] = [:]
    /// The last call that failed, for the home page; empty if none failed.
    @Published var problem = ""
    /// Why the visitors and their tags cannot be read, for the settings page; empty after a successful read.
    @Published private(set) var readProblem = ""

    /// Starts the SDK, and creates a visitor if none is active.
    func open() async {
        do {
            let marquee = try await Marquee.start()
            if marquee.users.active == nil {
                let user = UserStore.generateDefaultID()
                try marquee.users.create(user)
                try marquee.users.activate(user)
            }
            self.marquee = marquee
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
