import MarqueeWire

@testable import PlatformStore

extension TemporaryPlatform {
    /// A list with a unique column `Mobile User Id`, and columns `EMAIL`, `Name`, `Age` and `Member`.
    func list(_ name: String = "Customers") async throws -> ListRecord {
        try await platform.recipients.createList(
            name, folder: "Shared/Apps",
            columns: [
                ListColumn(name: "Mobile User Id", type: .text, lookup: .unique),
                ListColumn(name: "EMAIL", type: .text, lookup: .indexed), ListColumn(name: "Name", type: .text),
                ListColumn(name: "Age", type: .numeric),
                ListColumn(name: "Member", type: .yesNo, standard: "no"),
            ], app: "demo", by: "Ann")
    }

    func add(_ values: [String: String], to list: ListRecord) async throws -> Int64 {
        try await platform.recipients.add(RecipientAddition(values), to: list.id, app: "demo").id
    }

    func values(_ id: Int64, in list: ListRecord) async throws -> [String: String] {
        try await platform.recipients.recipient(.id(id), in: list.id, app: "demo").values
    }

    /// What a store of recipients refused with.
    func fault(_ body: () async throws -> Void) async -> RecipientFault? {
        do {
            try await body()
            return nil
        } catch {
            return (error as? StoreError)?.recipientFault
        }
    }
}
