import MarqueeWire
import PlatformStore

extension LogWriter {
    /// The part of the quota that is freed at once, so that not every batch has to make room for itself: a twentieth.
    private static let slack = 20

    func usage() throws(StoreError) -> WarehouseUsage {
        let size = try number("page_size")
        let pages = try number("page_count")
        return WarehouseUsage(
            bytes: (pages - (try number("freelist_count"))) * size, fileBytes: pages * size, quota: retention.quota)
    }

    func trim(now: Timestamp, isPressing: Bool) throws(StoreError) -> Bool {
        guard retention != Retention() else { return false }
        let usage = try usage()
        let isOver = usage.quota.map { usage.bytes > (isPressing ? $0 - $0 / Self.slack : $0) } ?? false
        let (days, today) = (try sweep.days(), Day(now).number)
        let next = retention.next(days, today: today, isOver: isOver)
        let oldest = days.first { $0.whole > 0 }?.day ?? today
        guard next != nil || slotSweep.isDue(oldest) else { return false }
        try transaction { () throws(StoreError) in
            if let (day, action) = next { try sweep.run(day, action) }
            if try slotSweep.run(before: oldest, today: today) { slots.forget() }
        }
        return true
    }

    private func number(_ pragma: String) throws(StoreError) -> Int {
        Int(try connection.prepare("PRAGMA \(pragma)").first() ?? 0)
    }
}
