import MarqueeWire
import PlatformStore

extension LogWriter {
    /// A twentieth of the quota is made free at once, so that not every batch has to make room for itself.
    private static let slack = 20

    func usage() throws(StoreError) -> WarehouseUsage {
        let size = try number("page_size")
        let pages = try number("page_count")
        return WarehouseUsage(
            bytes: (pages - (try number("freelist_count"))) * size, fileBytes: pages * size, quota: retention.quota)
    }

    func trim(now: Timestamp, isPressing: Bool) throws(StoreError) -> Bool {
        let usage = try usage()
        let isOver = usage.quota.map { usage.bytes > (isPressing ? $0 - $0 / Self.slack : $0) } ?? false
        guard isOver || retention.days != nil else { return false }
        let today = Day(now).number
        guard let (day, action) = retention.next(try sweep.days(), today: today, isOver: isOver) else { return false }
        try connection.transaction { () throws(StoreError) in
            try sweep.run(day, action)
            let oldest = try sweep.days().first { $0.whole > 0 }?.day ?? today
            if oldest != slotsRemovedBefore { try slots.remove(before: oldest, today: today) }
            slotsRemovedBefore = oldest
        }
        return true
    }

    private func number(_ pragma: String) throws(StoreError) -> Int {
        Int(try connection.prepare("PRAGMA \(pragma)").first() ?? 0)
    }
}
