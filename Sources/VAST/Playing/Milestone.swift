/// A moment that is told when playing comes to it.
enum Milestone: Sendable, Hashable {
    /// One of the events with an offset, by its place in the list.
    case progress(Int)
    /// A quarter of the duration.
    case quarter(TrackingEvent.Name)
}
