import PlatformStore

/// What a store of recipients refused, as a sentence above the form.
enum EngageRefusal {
    /// - Returns: `nil` for a failure that the writer of the form cannot mend.
    static func notice(_ error: any Error) -> PageFrame.Notice? {
        if let error = error as? StoreError, error.recipientFault != nil || error.code == .alreadyExists {
            return PageFrame.Notice(kind: "bad", text: "Nothing was saved. \(FormRefusal.sentence(error.message))")
        }
        return FormRefusal.notice(error)
    }
}
