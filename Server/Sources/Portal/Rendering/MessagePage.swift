/// A page with one sentence and one way on.
struct MessagePage: Sendable {
    let title: String
    let problem: String?
    let text: String
    let address: String
    let link: String
}
