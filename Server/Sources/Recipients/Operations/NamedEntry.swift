import MarqueeWire
import PlatformStore

/// Finds lists and tables that a call names by id or by name.
struct NamedEntry: Sendable {
    private let recipients: any RecipientStore

    init(_ recipients: any RecipientStore) { self.recipients = recipients }

    /// `WORD_ID`, or the id of what is called `WORD_NAME`.
    /// - Throws: faults 52, 106 and 310.
    func id(_ call: XMLAPICall, _ word: String, _ kind: ListEntry.Kind) async throws -> Int64 {
        guard call["\(word)_ID"] == nil else { return try call.listID("\(word)_ID") }
        guard let name = call["\(word)_NAME"] else { throw XMLAPIFault.missing("\(word)_ID") }
        guard let entry = try await recipients.entry(named: name, kind, app: call.app) else {
            throw XMLAPIFault(.listNotValid, "there is nothing called \"\(name.prefix(80))\"")
        }
        return entry.id
    }
}
