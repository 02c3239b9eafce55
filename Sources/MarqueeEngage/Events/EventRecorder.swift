import MarqueeCore
import MarqueeWire

/// Puts events into the lane, with the ids and the campaign of the moment in which they are tracked.
struct EventRecorder: Sendable {
    let items: LaneStore
    let attributes: CoreAttributes
    let campaigns: Campaigns
    let fields: EngageFieldNames
    let augmenter: Augmenter
    let locations: LocationGate
    let environment: Environment

    /// Accepts an event; it is on disk within 50 ms.
    /// - Returns: the event's id; `nil` if events are not accepted now, for example without consent.
    /// - Throws: ``EngageError`` with `invalidParameters` for an event that no receiver would take; the loss is counted.
    func track(_ event: EngageEvent) throws(EngageError) -> EventID? {
        if let fault = event.fault(fields) {
            items.countLoss(1, .invalid)
            throw EngageError(.invalidParameters, fault)
        }
        let item = item(event, id: nil)
        return items.track(item) ? item.id : nil
    }

    /// Returns when an event is on disk. An event with an id that is on disk already is not stored again.
    /// - Parameter id: the event's id; `nil` for a new one.
    @discardableResult
    func record(_ event: EngageEvent, _ id: EventID? = nil) async throws(EngageError) -> EventID {
        if let fault = event.fault(fields) { throw EngageError(.invalidParameters, fault) }
        let item = item(event, id: id)
        do throws(MarqueeError) {
            if let id, try items.find(id) != nil { return id }
            try await items.add([item])
        } catch {
            throw EngageError(error)
        }
        return item.id
    }

    private func item(_ event: EngageEvent, id: EventID?) -> NewItem {
        let time = event.time ?? environment.now()
        let draft = EventDraft(
            event: event, id: id ?? newID(time), time: time, core: attributes.current,
            campaign: campaign(of: event, at: time))
        let mark = locations.mark
        return NewItem(id: draft.id, isOnHold: augmenter.holds(event.type)) { [fields, locations] sequence, bytes in
            let event = locations.passed(draft.universal(fields, sequence: sequence), since: mark)
            UniversalEventBytes.append(event, to: &bytes)
        }
    }

    private func newID(_ time: Timestamp) -> EventID {
        var random = RandomSource(environment)
        return EventID(time: time, using: &random)
    }

    private func campaign(of event: EngageEvent, at time: Timestamp) -> String? {
        switch event.campaign {
        case .current:
            // ENG-196: the link that opens the app is handled after its session has started.
            campaigns.current(at: time, grace: event.type == .sessionStarted ? Campaigns.opening : .zero)
        case .last: campaigns.last(at: time)
        case .none: nil
        }
    }
}
