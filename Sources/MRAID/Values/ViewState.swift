/// The state that `mraid.getState()` names.
public enum ViewState: String, Sendable, Hashable, CaseIterable, Codable {
    /// The page has not finished loading; properties may be set, listeners added.
    case loading
    /// The ad is where the app placed it.
    case `default`
    /// The ad covers everything, in one part or two.
    case expanded
    /// The ad has the frame that it asked for with `resize()`.
    case resized
    /// The ad is gone from view and stays so.
    case hidden
}
