import MarqueeWire
import PlatformStore

extension Warehouse {
    /// How much of the quota is left for events in peace, so that not every batch has to make room for itself.
    private static let slack = 20

    /// What the warehouse takes.
    func usage() throws(StoreError) -> WarehouseUsage {
        let size = try number("page_size")
        let pages = try number("page_count")
        return WarehouseUsage(
            bytes: (pages - (try number("freelist_count"))) * size, fileBytes: pages * size, quota: retention.quota)
    }

    /// Does one step of what the retention asks for; `false` when there is nothing to do.
    /// - Parameter isPressing: whether the warehouse goes on making room until some of its quota is free again.
    func trim(now: Timestamp, isPressing: Bool = false) throws(StoreError) -> Bool {
        let usage = try usage()
        let isOver = usage.quota.map { usage.bytes > (isPressing ? $0 - $0 / Self.slack : $0) } ?? false
        guard isOver || retention.days != nil else { return false }
        guard let (day, action) = retention.next(try sweep.days(), today: Day(now).number, isOver: isOver) else {
            return false
        }
        try connection.transaction { () throws(StoreError) in try sweep.run(day, action) }
        return true
    }

    private func number(_ pragma: String) throws(StoreError) -> Int {
        let select = try connection.prepare("PRAGMA \(pragma)")
        return try select.step() ? Int(select.integer(0)) : 0
    }
}
