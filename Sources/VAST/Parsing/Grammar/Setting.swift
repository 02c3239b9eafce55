/// The settings that apply to a whole document.
struct Setting {
    /// The version whose required parts are checked; `nil` for no check.
    let strictVersion: Version?
    /// The scheme for addresses that begin with `//`; `nil` to leave them unchanged.
    let scheme: String?
}
