/// A page that names what will be lost and asks once more.
struct ConfirmPage: Sendable {
    struct Field: Sendable {
        let name: String
        let value: String
    }

    let frame: PageFrame
    let text: String
    let losses: [String]
    /// Where the form goes.
    let action: String
    let fields: [Field]
    let button: String
    let back: String
}
