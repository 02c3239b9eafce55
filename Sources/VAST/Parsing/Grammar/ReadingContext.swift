/// The settings that apply to a whole document.
struct ReadingContext {
    /// The version whose required parts are checked; `nil` for no check.
    let strictVersion: Document.Version?
    /// The scheme for addresses that begin with `//`; `nil` to leave them unchanged.
    let scheme: String?
}
