public import Decisioning

public import MarqueeWire

/// Placements with their content units, and what devices do with them.
public protocol PlacementStore: Sendable {
    /// The placements of an app, in the order of their tags.
    func placements(app: String) async throws(StoreError) -> [PlacementRecord]

    /// A placement by its exact tag.
    func placement(_ tag: String, app: String) async throws(StoreError) -> PlacementRecord?

    /// Makes a placement with its priority list.
    /// - Throws: `alreadyExists`; `invalid`; `notFound` for an app or a unit that does not exist.
    func create(_ placement: PlacementRecord, by who: String) async throws(StoreError) -> PlacementRecord

    /// Changes a placement and its whole priority list.
    /// - Throws: `versionConflict`, `notFound`, `invalid`.
    func update(_ placement: PlacementRecord, expectedVersion: Int, by who: String) async throws(StoreError)
        -> PlacementRecord

    /// Removes a placement; its units stay.
    /// - Throws: `versionConflict`, `notFound`.
    func removePlacement(_ tag: String, expectedVersion: Int, app: String, by who: String) async throws(StoreError)

    /// The units of an app, in the order of their ids.
    func units(app: String) async throws(StoreError) -> [ContentUnitRecord]

    /// A unit.
    func unit(_ id: String, app: String) async throws(StoreError) -> ContentUnitRecord?

    /// The ids of the app's units and of those that were removed.
    func usedUnitIDs(app: String) async throws(StoreError) -> Set<String>

    /// Makes a unit.
    /// - Throws: `alreadyExists`; `invalid`, also for a unit that is not paused and lacks what its kind needs; `notFound`.
    func create(_ unit: ContentUnitRecord, by who: String) async throws(StoreError) -> ContentUnitRecord

    /// Changes a unit, but not its kind.
    /// - Throws: `versionConflict`, `notFound`, `invalid`.
    func update(_ unit: ContentUnitRecord, expectedVersion: Int, by who: String) async throws(StoreError)
        -> ContentUnitRecord

    /// Whether a unit of the app, paused or not, shows the picture: anybody may see it then.
    func shows(_ picture: LibraryPicture) async throws(StoreError) -> Bool

    /// The pictures that units of the app show, paused or not, and that the media library does not have.
    func lostPictures(app: String) async throws(StoreError) -> Set<LibraryPicture>

    /// Removes a unit from all placements, with its counters and the answers to its form.
    /// - Throws: `versionConflict`, `notFound`.
    func removeUnit(_ id: String, expectedVersion: Int, app: String, by who: String) async throws(StoreError)

    /// Decides requests in one transaction, one after another. Nonces, caps and showings are exact, however many devices
    /// and servers ask at the same time.
    /// - Returns: the verdicts in the order of the requests.
    func decide(_ asks: [PlacementAsk]) async throws(StoreError) -> [PlacementVerdict]

    /// What a placement would show to a device, and why nothing else; nothing is stored or counted.
    /// - Parameters:
    ///   - install: the install whose showings and purchases count; `nil` for none.
    ///   - moment: when the device asks; `nil` for now.
    /// - Returns: `nil` for an unknown placement.
    func explain(
        _ tag: String, _ request: DecisionRequest, install: String?, at moment: Timestamp?, app: String
    ) async throws(StoreError) -> PlacementVerdict.Reasons?

    /// Removes what is kept for a time only, also while no device asks.
    func removeOldRows() async

    /// A unit of a placement came on an install's screen: the badge stays empty for it until it changes.
    /// - Parameter badge: the placement's when the unit was answered; nothing is noted if it is another one now. Of
    ///     two badges with the same text, each is taken for the other.
    func noteOpened(_ tag: String, badge: String, install: String, app: String) async throws(StoreError)

    /// Whether an install was forgotten, has sent no request since that does not say that it opted out, and nothing here
    /// has its name. Known for ``ContentUnitRecord/addressLifetime``, after which it is forgotten once more.
    func isForgotten(install: String, app: String) async throws(StoreError) -> Bool

    /// Removes what is stored of an install's showings, sessions and forms, and its name from its purchases, as when it opts
    /// out.
    func forget(install: String, app: String) async throws(StoreError)

    /// Opt-outs in their order, for each server to erase the installs' events. In a database for several servers they are
    /// kept for ``PlacementOptOut/lifetime``, in a server's own until ``removeOptOuts(through:)``.
    /// - Parameters:
    ///   - place: of the last one of the page before; one in the future counts as none.
    ///   - moment: later ones are not returned. The order is that of servers' clocks, so one may still come in front of the
    ///     latest.
    ///   - limit: 1 to 1000.
    func optOuts(after place: String?, before moment: Timestamp, limit: Int) async throws(StoreError)
        -> [PlacementOptOut]

    /// Removes opt-outs, after the only warehouse has them.
    /// - Parameter place: of the last of them; for one in the future, nothing is removed.
    func removeOptOuts(through place: String) async throws(StoreError)

    /// Whether an install opted out at a moment or after it. Known for ``ContentUnitRecord/addressLifetime``.
    func hasOptedOut(install: String, since moment: Timestamp, app: String) async throws(StoreError) -> Bool

    /// What is stored of an install's showings, sessions and forms, for an export.
    func traces(install: String, app: String) async throws(StoreError) -> PlacementTraces

    /// Removes everything that is stored of an install, also its answers to forms.
    /// - Returns: how many answers to forms it had.
    func erase(install: String, app: String) async throws(StoreError) -> Int

    /// Stores the answers of a form.
    /// - Returns: whether they are stored, now or before; `false` if the form was answered otherwise.
    /// - Throws: `invalid`; `notFound` for a unit that does not exist or is no form.
    func store(_ form: FormSubmission, app: String) async throws(StoreError) -> Bool

    /// The answers of a form in the order in which they came.
    /// - Parameters:
    ///   - after: the last answer of the page before.
    ///   - limit: 1 to 1000.
    func answers(unit: String, app: String, after: String?, limit: Int) async throws(StoreError) -> [FormAnswerRecord]

    /// Keeps a request for ``PlacementRequestRecord/lifetime``, once for each test device that it belongs to. Nothing is kept of
    /// other devices.
    ///
    /// Requests that no secret of the app signed are kept too, by the ids that they claim, and within bounds of their own:
    /// they push out no signed one.
    /// - Parameters:
    ///   - identifiers: the ids that the request names.
    ///   - app: `nil` for a token that is no app's: then the test devices of all apps are looked at.
    func keep(_ request: PlacementRequestRecord.Draft, of identifiers: [String], app: String?) async throws(StoreError)

    /// The requests of a test device, the latest first.
    /// - Parameters:
    ///   - device: the id by which the device is marked.
    ///   - before: the last request of the page before.
    ///   - limit: 1 to ``PlacementRequestRecord/mostOfDevice``.
    func requests(app: String, device: String, before: String?, limit: Int) async throws(StoreError)
        -> [PlacementRequestRecord]

    /// When the latest kept request of each test device came, by the device's id.
    func latestRequests(app: String) async throws(StoreError) -> [String: Timestamp]

    /// A text that changes when the requests of a test device change, or what the console shows of it; whichever server wrote.
    func requestsMark(app: String, device: String) async throws(StoreError) -> String
}

extension PlacementStore {
    /// Decides one request in a transaction of its own.
    public func decide(_ ask: PlacementAsk) async throws(StoreError) -> PlacementVerdict {
        let verdicts: [PlacementVerdict] = try await decide([ask])
        return verdicts[0]
    }
}
