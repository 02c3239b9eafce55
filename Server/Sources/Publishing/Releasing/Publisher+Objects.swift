import Foundation
import MarqueeWire
import PlatformStore

extension Publisher {
    /// How many objects are stored at the same time: each may wait for a store on another machine.
    private static let simultaneousObjects = 8

    /// Stores the objects of a release that is not current yet; all of them are there when this returns.
    func store(_ objects: [ObjectHash: Data]) async throws {
        var waiting = objects.keys.sorted().compactMap { objects[$0] }[...]
        let store = platform.objects
        try await withThrowingTaskGroup(of: Void.self) { group in
            for data in waiting.prefix(Self.simultaneousObjects) {
                group.addTask { _ = try await store.put(data) }
            }
            waiting = waiting.dropFirst(Self.simultaneousObjects)
            var done = 0
            while try await group.next() != nil {
                done += 1
                progress?(.storing, done, objects.count)
                if let data = waiting.popFirst() { group.addTask { _ = try await store.put(data) } }
            }
        }
    }
}
