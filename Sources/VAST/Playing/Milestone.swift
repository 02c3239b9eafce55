/// A moment that is reported when playing reaches it.
enum Milestone: Sendable, Hashable {
    /// An event with an offset, by its index in the list.
    case progress(Int)
    /// A quartile of the duration.
    case quarter(TrackingEvent.Name)
}
