/// A part of publishing or checking that takes the longer the more there is.
public enum PublishingStep: String, Sendable, CaseIterable {
    /// Articles become pages.
    case rendering
    /// Pages and manifests are put on disk.
    case storing
    /// All of them are written into the release's one file.
    case packing
    /// Objects are read again and compared with what names them.
    case checking

    /// Hears, after each article or object of a step, how many are done and how many there are.
    public typealias Report = @Sendable (_ step: PublishingStep, _ done: Int, _ total: Int) -> Void
}
