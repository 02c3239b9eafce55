import Foundation
import MarqueeWire
import Testing

@testable import PlatformStore

/// How recipients are found: by unique columns, by those with an index, by others, and by several at once. ENG-088
@Suite struct RecipientSearchTests {
    private func found(_ values: [String: String], _ store: TemporaryPlatform, _ list: ListRecord) async throws
        -> Int64?
    {
        do {
            return try await store.platform.recipients.recipient(.values(values), in: list.id, app: "demo").id
        } catch {
            guard error.recipientFault == .noMatch else { throw error }
            return nil
        }
    }

    @Test(arguments: StoreEngine.all) func `all given values have to be met, whatever finds them`(_ engine: StoreEngine)
        async throws
    {
        let store = try await TemporaryPlatform(engine)
        let list = try await store.list()
        let ann = try await store.add(
            ["Mobile User Id": "m1", "EMAIL": "Ann@example.org", "Name": "Ann", "Age": "40"], to: list)
        store.advance(by: .seconds(1))
        let ben = try await store.add(
            ["Mobile User Id": "m2", "EMAIL": "ben@example.org", "Name": "Ben", "Age": "40"], to: list)
        for (values, id) in [
            (["Mobile User Id": "m2"], ben), (["mobile user id": "M2"], nil), (["email": "ANN@example.org"], ann),
            (["Age": "040.0"], ann), (["Age": "40", "Name": "Ben"], ben),
            (["Mobile User Id": "m1", "Name": "Ben"], nil),
            (["EMAIL": "ben@example.org", "Age": "40"], ben), (["EMAIL": "ben@example.org", "Age": "41"], nil),
            (["Member": "No"], ann), (["Member": "yes"], nil), (["Age": "old"], nil), (["Name": ""], nil), ([:], nil),
        ] as [([String: String], Int64?)] {
            #expect(try await found(values, store, list) == id, "\(values)")
        }
        #expect(await store.fault { _ = try await found(["Shoe": "1"], store, list) } == .noColumn)
    }

    @Test(arguments: StoreEngine.all) func `of several the oldest is found`(_ engine: StoreEngine) async throws {
        let store = try await TemporaryPlatform(engine)
        let list = try await store.list()
        // The second platform has a block of higher numbers, and adds first.
        let other = try await store.reopened().recipients
        _ = try await store.add(["Name": "warm"], to: list)
        let old = try await other.add(RecipientAddition(["EMAIL": "a@example.org"]), to: list.id, app: "demo").id
        store.advance(by: .seconds(1))
        let new = try await store.add(["EMAIL": "a@example.org"], to: list)
        #expect(new < old)
        #expect(try await found(["EMAIL": "a@example.org"], store, list) == old)
    }

    @Test(arguments: StoreEngine.all) func `long values are found too`(_ engine: StoreEngine) async throws {
        let store = try await TemporaryPlatform(engine)
        let list = try await store.list()
        let text = String(repeating: "ü", count: 3_000)
        let id = try await store.add(["Mobile User Id": text], to: list)
        #expect(try await found(["Mobile User Id": text], store, list) == id)
        #expect(await store.fault { _ = try await store.add(["Mobile User Id": text], to: list) } == .keyInUse)
        let other = try await store.add(["Mobile User Id": text + "!"], to: list)
        #expect(other != id)
    }

    @Test(arguments: StoreEngine.all) func `columns without an index are searched in lists of a bounded size`(
        _ engine: StoreEngine
    ) async throws {
        let store = try await TemporaryPlatform(engine)
        let list = try await store.list()
        let count = RecipientSearch.bound + 1
        let rows = (0..<count).map { "m\($0),name \($0)\r\n" }.joined()
        _ = try await store.platform.jobs.storeFile(Data(rows.utf8), name: "many.csv", app: "demo", by: "Ann")
        _ = try await store.platform.jobs.create(
            .importList(
                list: list.id, file: "many.csv", columns: ["Mobile User Id", "Name"], skipsFirst: false,
                action: .addOnly),
            app: "demo", by: "Ann")
        #expect(try await store.platform.jobs.runDue().map(\.added) == [count])
        #expect(try await found(["Name": "name 7"], store, list) != nil)
        #expect(await store.fault { _ = try await found(["Name": "nobody"], store, list) } == .notIndexed)
        try await store.platform.recipients.setLookup(.indexed, of: "name", in: list.id, app: "demo", by: "Ann")
        #expect(try await found(["Name": "nobody"], store, list) == nil)
        #expect(try await found(["Name": "name \(count - 1)", "Age": ""], store, list) != nil)
    }

    @Test(arguments: StoreEngine.all) func `all recipients with a value are found, and the contact lists of each`(
        _ engine: StoreEngine
    ) async throws {
        let store = try await TemporaryPlatform(engine)
        let (recipients, list) = (store.platform.recipients, try await store.list())
        var added: [Int64] = []
        for name in ["Ann", "Bo", "Ann", "Ann"] { added.append(try await store.add(["Name": name], to: list)) }
        let ids = added
        try await recipients.remove(.id(ids[2]), from: list.id, app: "demo")
        func found(_ limit: Int) async throws -> [Int64] {
            try await recipients.recipients(with: ["name": "Ann"], in: list.id, app: "demo", limit: limit).map(\.id)
        }
        #expect(try await found(10) == [ids[0], ids[3]])
        #expect(try await found(1) == [ids[0]])
        #expect(
            await store.fault {
                _ = try await recipients.recipients(with: ["Nickname": "A"], in: list.id, app: "demo", limit: 1)
            } == .noColumn)

        let guests = try await recipients.createContactList("Guests", folder: "", of: list.id, app: "demo", by: "Ann")
        _ = try await recipients.addContact(.id(ids[0]), to: guests.id, app: "demo")
        #expect(try await recipients.contactLists(of: ids[0], in: list.id, app: "demo") == [guests.id])
        #expect(try await recipients.contactLists(of: ids[1], in: list.id, app: "demo") == [])
        #expect(
            await store.fault { _ = try await recipients.contactLists(of: ids[0], in: guests.id, app: "demo") }
                == .noList)
    }
}
