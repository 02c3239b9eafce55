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
    /// What is not lost; `nil` when there is nothing to say.
    var remark: String? = "Earlier releases keep what they published."
    /// False for what another action can take back.
    var isFinal = true
}
