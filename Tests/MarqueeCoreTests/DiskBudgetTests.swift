import Testing

@testable import MarqueeCore

/// ADS-198: one budget, an order of eviction, and a release that stays.
@Suite struct DiskBudgetTests {
    /// Files of one share: sizes that may go, and one that stays.
    private final class Shelf: Sendable {
        let kept: Int64
        private let sizes: Locked<[Int64]>

        init(_ sizes: [Int64], kept: Int64 = 0) {
            self.sizes = Locked(sizes)
            self.kept = kept
        }

        var usage: Int64 { sizes.withLock { $0.reduce(kept, +) } }

        func evict(_ bytes: Int64) -> Int64 {
            sizes.withLock { sizes in
                var freed: Int64 = 0
                while freed < bytes, let size = sizes.popLast() { freed += size }
                return freed
            }
        }

        func share(_ name: String, _ kind: DiskShare.Kind, limit: Int64 = .max) -> DiskShare {
            DiskShare(name, kind: kind, limit: limit, usage: { self.usage }, evict: { self.evict($0) })
        }
    }

    private let ads = Shelf([10, 10, 10])
    private let templates = Shelf([10, 10])
    private let content = Shelf([5], kept: 20)

    private func budget(_ maximum: Int64, free: Int64? = nil) -> DiskBudget {
        let budget = DiskBudget(maximum: maximum, freeSpace: { free.map { $0 + DiskBudget.reserve } }, log: Log())
        // Registered in another order than they are evicted in.
        budget.register(content.share("content", .release))
        budget.register(templates.share("templates", .template))
        budget.register(ads.share("ads", .adMedia))
        return budget
    }

    // 75 bytes are in use. `asked` bytes of room leave these.
    @Test(arguments: [
        (asked: Int64(0), ads: Int64(30), templates: Int64(20), content: Int64(25), hasRoom: true),
        (asked: 5, ads: 30, templates: 20, content: 25, hasRoom: true),
        (asked: 6, ads: 20, templates: 20, content: 25, hasRoom: true),
        (asked: 30, ads: 0, templates: 20, content: 25, hasRoom: true),
        (asked: 40, ads: 0, templates: 10, content: 25, hasRoom: true),
        (asked: 60, ads: 0, templates: 0, content: 20, hasRoom: true),
        (asked: 61, ads: 0, templates: 0, content: 20, hasRoom: false),
        (asked: 5_000, ads: 0, templates: 0, content: 20, hasRoom: false),
    ])
    func `ad media go first, then templates, and the last release stays`(
        asked: Int64, ads: Int64, templates: Int64, content: Int64, hasRoom: Bool
    ) {
        let budget = budget(80)
        #expect(budget.makeRoom(for: asked, in: "content") == hasRoom)
        #expect(budget.usage() == ["ads": ads, "templates": templates, "content": content])
    }

    @Test func `a disk that is almost full counts like a spent budget`() {
        let budget = budget(1_000, free: 3)
        #expect(budget.makeRoom(for: 3, in: "content"))
        #expect(budget.usage() == ["ads": 30, "templates": 20, "content": 25])
        _ = budget.makeRoom(for: 23, in: "content")
        #expect(budget.usage() == ["ads": 10, "templates": 20, "content": 25])
    }

    @Test func `a share above its own limit makes room for itself alone`() {
        let budget = budget(1_000)
        budget.register(ads.share("ads", .adMedia, limit: 25))
        #expect(budget.makeRoom(for: 10, in: "ads"))
        #expect(budget.usage() == ["ads": 10, "templates": 20, "content": 25])
        #expect(!budget.makeRoom(for: 26, in: "ads"))
        #expect(budget.usage()["templates"] == 20)
    }
}
