public import MarqueeCore
public import MarqueeWire

extension Engage {
    /// Tracks an event with the ids and the campaign of now.
    ///
    /// Returns at once; the event is on disk within 50 ms and is sent when enough events are ready. An event that no
    /// receiver would take, for example a goal without a name, is dropped, counted and logged.
    /// - Returns: the event's id; `nil` if the event was dropped, or without consent.
    @discardableResult
    public func track(_ event: EngageEvent) -> EventID? {
        do throws(EngageError) {
            return try recorder.track(event)
        } catch {
            core.log(.error, .debug, "a universal event was dropped: \(error.message)")
            post(.eventDropped(error.message))
            return nil
        }
    }

    /// Tracks an event and returns when it is on disk.
    /// - Returns: the event's id, which stays the same.
    /// - Throws: ``EngageError``: `invalidParameters` for an event that no receiver would take, `invalidState` without
    ///   consent or after the SDK is closed, `storage` if the disk cannot be written.
    @discardableResult
    public func record(_ event: EngageEvent) async throws(EngageError) -> EventID { try await recorder.record(event) }

    /// Sends all events that are ready now, however few they are.
    ///
    /// Events that wait for plug-ins are not sent. Events that the disk does not take are sent from memory. Calls at the same
    /// time share their requests.
    @discardableResult
    public func flush() async -> FlushReceipt {
        let before = try? sender.items.counts()
        let unstored = sender.unstoredCounts
        let problem = await storeOrSend()
        var outcome = await sender.drain()
        let after = try? sender.items.counts()
        let posted = sender.unstoredCounts.posted - unstored.posted
        let failed = sender.unstoredCounts.refused - unstored.refused
        if outcome == .nothingToSend, posted + failed > 0 { outcome = .sent(posted + failed) }
        let inMemory = sender.items.inMemory
        return FlushReceipt(
            outcome: outcome, posted: max(0, (after?.posted ?? 0) - (before?.posted ?? 0)) + posted,
            failed: max(0, (after?.failed ?? 0) - (before?.failed ?? 0)) + failed,
            waiting: (after?.notPosted ?? 0) + (after?.expired ?? 0) + inMemory, onHold: after?.hold ?? 0,
            reason: inMemory > 0 ? problem ?? reason(outcome) : reason(outcome))
    }

    /// Stores what is in memory, or sends it from there while the disk cannot be written.
    /// - Returns: why it could not be stored.
    private func storeOrSend() async -> String? {
        // What is being sent from memory is in no queue and not on disk.
        await sender.unstoredSettled()
        do throws(MarqueeError) {
            try await core.outbox.flush()
            // Of an earlier failure, which took the events out of the queue meanwhile.
            await sender.unstoredSettled()
            return nil
        } catch {
            await sender.sendUnstored()
            return error.message
        }
    }

    private func reason(_ outcome: UploadOutcome) -> String? {
        switch outcome {
        case .nothingToSend, .sent: nil
        case .postponed, .unreachable, .paused: sender.obstacle ?? "an earlier request failed"
        case .notConfigured:
            settings.namesHost ? "the configuration of the host is not complete" : "there is no service for events"
        case .refused: "consent is refused, or the SDK is closing"
        case .storageFailed: "the outbox cannot be read or written"
        }
    }

    /// Adds a plug-in that completes events before they are sent.
    /// - Parameters:
    ///   - plugin: runs for every event that is tracked from now on, and for those that wait for plug-ins.
    ///   - name: a name in the configuration's `Augmentation.augmentationPluginClasses` gives the plug-in its place in
    ///     that order. Without one it runs after those, in the order in which plug-ins are added.
    public func addPlugin(_ plugin: any AugmentationPlugin, named name: String? = nil) {
        augmenter.add(plugin, named: name)
    }

    /// All changes from now on; the stream keeps the newest 1,000 for a slow reader.
    public func notices() -> AsyncStream<EngageNotice> { posted.subscribe() }

    func post(_ notice: EngageNotice) {
        posted.send(notice)
        core.notices.send(notice)
    }
}

/// The events on the device.
extension Engage {
    /// The event with this id, whatever became of it; `nil` if it is not on disk.
    /// - Throws: ``EngageError`` with `storage` if the outbox cannot be read.
    public func event(_ id: EventID) throws(EngageError) -> TrackedEvent? {
        try converting { () throws(MarqueeError) in try sender.items.find(id) }.flatMap { TrackedEvent($0) }
    }

    /// The events of one status, oldest first.
    /// - Throws: ``EngageError`` with `storage` if the outbox cannot be read.
    public func events(_ status: TrackedEvent.Status, limit: Int = 100) throws(EngageError) -> [TrackedEvent] {
        try converting { () throws(MarqueeError) in try sender.items.stored(status.stored, limit: limit) }
            .compactMap { TrackedEvent($0) }
    }

    /// The counts of events by what became of them, and of lost ones by reason.
    /// - Throws: ``EngageError`` with `storage` if the outbox cannot be read.
    public func eventCounts() throws(EngageError) -> OutboxCounts {
        try converting { () throws(MarqueeError) in try sender.items.counts() }
    }

    /// Deletes all events from the device, those of a running request too.
    /// - Throws: ``EngageError``: `storage` if the outbox cannot be written, `invalidState` after the SDK is closed.
    public func deleteEvents() async throws(EngageError) {
        do throws(MarqueeError) {
            // What is in memory goes with the rest.
            try await core.outbox.flush()
            try sender.items.deleteAll()
        } catch {
            throw EngageError(error)
        }
    }

    private func converting<Value>(_ body: () throws(MarqueeError) -> Value) throws(EngageError) -> Value {
        do throws(MarqueeError) {
            return try body()
        } catch {
            throw EngageError(error)
        }
    }
}
