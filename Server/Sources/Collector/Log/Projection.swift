import MarqueeWire
import PlatformStore

/// Figures that the warehouse keeps up to date while events are appended to its log.
///
/// A projection reads the events whose names it lists, by the properties it asks for, and writes tables of its own in
/// the log's transaction. So it counts each event once, as long as the log keeps the event's id.
/// A projection that is added later starts with the events that arrive then.
protocol Projection: Sendable {
    /// Identifies the projection's tables in the file: `a-z` and `_`, never changed.
    var name: String { get }
    /// The events that are folded; `nil` for every event.
    var eventNames: Set<String>? { get }
    /// The properties that ``ProjectionFold/fold(_:of:)`` reads.
    var keys: [PropertyKey] { get }
    /// The SQL that makes the tables, then the SQL that takes each version to the next.
    ///
    /// An element that was released never changes.
    var versions: [String] { get }

    /// Runs before each append, outside its transaction: the place to ask others for what folding needs to know.
    func prepare(for scopes: Set<Scope>) async

    /// Makes the part that folds; its tables exist.
    func open(in warehouse: FoldContext) throws(StoreError) -> any ProjectionFold
}

extension Projection {
    func prepare(for scopes: Set<Scope>) async {}
}

/// The writing part of a ``Projection``. All calls come from one thread at a time, within the log's transaction.
protocol ProjectionFold: AnyObject {
    /// The events of a batch that are new to the log and have a name of ``Projection/eventNames``, in the batch's order.
    ///
    /// There are none when the log has all events of the batch already. What all events of a batch have in common is
    /// looked up once here.
    func fold(_ events: [FoldedEvent], of batch: FoldedBatch) throws(StoreError)

    /// The transaction ends: everything that was gathered in memory is written.
    func write() throws(StoreError)

    /// The transaction was rolled back: nothing that was read or gathered in it is true.
    func forget()

    /// Does one bounded step of removing what need not be kept, in a transaction of its own.
    /// - Returns: whether more is left to do.
    func tidy(now: Timestamp) throws(StoreError) -> Bool

    /// Does one bounded step of removing what it keeps of a person, in a transaction of its own. The person's events are
    /// gone already. Steps are repeated from the first after a failure.
    /// - Returns: whether more is left to do.
    func erase(_ person: ErasedPerson) throws(StoreError) -> Bool
}

extension ProjectionFold {
    func tidy(now: Timestamp) throws(StoreError) -> Bool { false }
    func erase(_ person: ErasedPerson) throws(StoreError) -> Bool { false }
}

/// The warehouse as a projection's fold sees it.
struct FoldContext {
    let connection: SQLiteConnection
    let names: NameTable
    let keys: PropertyKeys
    /// What of single events may be kept.
    let retention: Retention
    /// For events that are asked for by something else than the log knows.
    let slots: EventSlots

    /// The key by which a batch's values are read; one of those in ``Projection/keys``.
    func key(_ key: PropertyKey) -> FoldKey {
        FoldKey(number: keys.number(of: key.name).map { UInt16(truncatingIfNeeded: $0) } ?? .max, longest: key.longest)
    }
}

/// A property key as folding uses it.
struct FoldKey {
    fileprivate(set) var number: UInt16
    fileprivate(set) var longest: Int
}
