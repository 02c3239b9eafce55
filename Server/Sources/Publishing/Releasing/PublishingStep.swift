/// A part of publishing or checking whose duration grows with the content.
public enum PublishingStep: String, Sendable, CaseIterable {
    /// Articles become pages.
    case rendering
    /// Pages and manifests are written to disk.
    case storing
    /// All of them are written into the release's content database.
    case packing
    /// Objects are read again and compared with their hashes.
    case checking

    /// Receives, after each article or object of a step, how many are done and the total.
    public typealias Report = @Sendable (_ step: PublishingStep, _ done: Int, _ total: Int) -> Void
}
