import Foundation
import PlatformStore

/// A form whose file is on disk and not in memory.
struct UploadForm: Sendable {
    let fields: FormFields
    /// As the browser names it, without folders; empty without a file.
    let name: String
    /// `nil` for a form without a file, or with an empty one.
    let content: JobFileContent?
}
