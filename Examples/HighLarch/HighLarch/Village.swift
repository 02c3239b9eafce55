import Foundation
import Marquee
import SwiftUI

/// What the app's views share: the SDK once it was started, and what went wrong.
@MainActor
final class Village: ObservableObject {
    /// Visitors and what they read, newest state; `nil` until the SDK was started.
    @Published private(set) var marquee: Marquee?
    @Published private(set) var visitors: [String] = []
    @Published private(set) var visitor: String?
    @Published private(set) var tags: [String: Int] = [:]
    @Published var problem = ""

    /// Starts the SDK and makes sure that somebody is there to read.
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
        look()
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

    /// Whether the app records nothing that the visitor reads.
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
        look()
    }

    private func look() {
        guard let marquee else { return }
        visitors = (try? marquee.users.all()) ?? []
        visitor = marquee.users.active
        tags = visitor.flatMap { try? marquee.users.usageCounts(of: $0) } ?? [:]
    }
}
