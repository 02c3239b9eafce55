import Foundation

/// A file that a person chose in a form.
struct UploadedFile: Sendable, Hashable {
    /// As the browser names it, without folders; may be empty.
    let name: String
    let data: Data
}
