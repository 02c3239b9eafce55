/// Answers questions from the projections' tables; never looks at single events.
///
/// Each projection adds its questions as an extension in its own folder.
public struct Reports: Sendable {
    let reader: WarehouseReader
    /// `nil` when nobody can have opted out.
    let recipients: (any OptedOutRecipients)?
}
