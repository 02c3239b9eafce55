import MarqueeCore

extension Engage {
    /// The events on the device that were tracked last, with any status, newest first.
    ///
    /// Posted and failed events are among them for as long as the configuration's
    /// `LocalEventStore.expireLocalEventsAfterNumDays` keeps them.
    /// - Throws: ``EngageError`` with `storage` if the outbox cannot be read.
    public func newestEvents(limit: Int = 20) throws(EngageError) -> [TrackedEvent] {
        do throws(MarqueeError) {
            return try sender.items.newest(limit).compactMap { TrackedEvent($0) }
        } catch {
            throw EngageError(error)
        }
    }
}
