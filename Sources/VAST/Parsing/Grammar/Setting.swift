/// What holds for a whole document while it is read.
struct Setting {
    /// The version whose required parts are demanded; `nil` to demand none.
    let strictVersion: Version?
    /// What an address that begins with `//` is completed with; `nil` to leave it as it stands.
    let scheme: String?
}
