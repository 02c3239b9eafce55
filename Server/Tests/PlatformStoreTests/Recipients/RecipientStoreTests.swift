import MarqueeWire
import Testing

@testable import PlatformStore

/// Recipients are added, changed and removed. ENG-086 to ENG-091, ENG-201
@Suite struct RecipientStoreTests {
    @Test(arguments: StoreEngine.all) func `a recipient has every column, and keeps what is not given`(
        _ engine: StoreEngine
    ) async throws {
        let store = try await TemporaryPlatform(engine)
        let (recipients, list) = (store.platform.recipients, try await store.list())
        let id = try await store.add(
            ["email": "Ann@Example.org", "NAME": "Ann \"A\" \\ \u{1} ü", "Age": "+041.50"], to: list)
        #expect(
            try await store.values(id, in: list) == [
                "Mobile User Id": "", "EMAIL": "Ann@Example.org", "Name": "Ann \"A\" \\ \u{1} ü", "Age": "41.5",
                "Member": "No",
            ])
        store.advance(by: .seconds(1))
        let updated = try await recipients.update(.id(id), ["Age": "", "Member": "Y"], in: list.id, app: "demo")
        #expect(updated == StoredRecipient(id: id, isNew: false))
        let record = try await recipients.recipient(.id(id), in: list.id, app: "demo")
        #expect(
            record.value("age").isEmpty && record.value("Member") == "Yes" && record.value("EMAIL") == "Ann@Example.org"
        )
        #expect(record.modified == store.now && record.created < store.now && record.origin == .manual)
        #expect(try await store.reopened().recipients.recipient(.id(id), in: list.id, app: "demo") == record)
    }

    @Test(arguments: StoreEngine.all) func `a refused addition stores nothing`(_ engine: StoreEngine) async throws {
        let store = try await TemporaryPlatform(engine)
        let (recipients, list) = (store.platform.recipients, try await store.list())
        _ = try await store.add(["Mobile User Id": "m1"], to: list)
        for (values, fault) in [
            (["Mobile User Id": "m1", "EMAIL": "b@example.org"], RecipientFault.keyInUse),
            (["Nickname": "Bo"], .noColumn), (["Age": "many"], .valueNotValid), (["EMAIL": "nobody"], .valueNotValid),
            (["Name": String(repeating: "n", count: 9_000)], .valueNotValid), (["Name": "a\0b"], .valueNotValid),
        ] as [([String: String], RecipientFault)] {
            #expect(await store.fault { _ = try await store.add(values, to: list) } == fault, "\(values)")
        }
        #expect(
            await store.fault {
                _ = try await recipients.add(RecipientAddition([:]), to: list.id + 1, app: "demo")
            } == .noList)
        #expect(try await recipients.recipients(of: list.id, app: "demo", after: nil, limit: 10).recipients.count == 1)
    }

    @Test(arguments: StoreEngine.all) func `another app's list is not there`(_ engine: StoreEngine) async throws {
        let store = try await TemporaryPlatform(engine)
        let (recipients, list) = (store.platform.recipients, try await store.list())
        let id = try await store.add(["EMAIL": "a@example.org"], to: list)
        _ = try await store.platform.apps.create("other", name: "Other", by: "test")
        let calls: [@Sendable () async throws -> Void] = [
            { _ = try await recipients.add(RecipientAddition([:]), to: list.id, app: "other") },
            { _ = try await recipients.recipient(.id(id), in: list.id, app: "other") },
            { _ = try await recipients.update(.id(id), ["Name": "x"], in: list.id, app: "other") },
            { try await recipients.remove(.id(id), from: list.id, app: "other") },
            { _ = try await recipients.recipients(of: list.id, app: "other", after: nil, limit: 10) },
            { try await recipients.removeList(list.id, app: "other", by: "Eve") },
        ]
        for call in calls { #expect(await store.fault(call) == .noList) }
        #expect(try await recipients.entries(app: "other", kinds: Set(ListEntry.Kind.allCases)).isEmpty)
        #expect(try await store.values(id, in: list)["EMAIL"] == "a@example.org")
    }

    @Test(arguments: StoreEngine.all) func `nobody is found by an empty value`(_ engine: StoreEngine) async throws {
        let store = try await TemporaryPlatform(engine)
        let (recipients, list) = (store.platform.recipients, try await store.list())
        let stranger = try await store.add(["Name": "A stranger without address and id"], to: list)
        for values in [["EMAIL": ""], ["Mobile User Id": ""], ["EMAIL": "", "Mobile User Id": " "]] {
            let address = RecipientAddress.values(values)
            let calls: [@Sendable () async throws -> Void] = [
                { _ = try await recipients.recipient(address, in: list.id, app: "demo") },
                { _ = try await recipients.update(address, ["Name": "x"], in: list.id, app: "demo") },
                { _ = try await recipients.setOptedOut(true, address, in: list.id, app: "demo") },
                { try await recipients.remove(address, from: list.id, app: "demo") },
            ]
            for call in calls { #expect(await store.fault(call) == .noMatch, "\(values)") }
            let addition = RecipientAddition(["Name": "New"], match: .update(values))
            #expect(try await recipients.add(addition, to: list.id, app: "demo").isNew)
        }
        #expect(try await store.values(stranger, in: list)["Name"] == "A stranger without address and id")
    }

    @Test(arguments: StoreEngine.all) func `an addition that may update changes the key by which it finds`(
        _ engine: StoreEngine
    ) async throws {
        let store = try await TemporaryPlatform(engine)
        let (recipients, list) = (store.platform.recipients, try await store.list())
        let first = try await store.add(["Mobile User Id": "old"], to: list)
        let addition = RecipientAddition(["Mobile User Id": "new"], match: .update(["Mobile User Id": "old"]))
        let stored = try await recipients.add(addition, to: list.id, app: "demo")
        #expect(stored == StoredRecipient(id: first, isNew: false))
        #expect(try await store.values(first, in: list)["Mobile User Id"] == "new")
        #expect(try await recipients.recipients(of: list.id, app: "demo", after: nil, limit: 9).recipients.count == 1)
    }

    @Test(arguments: StoreEngine.all) func `who opts out by an address means every recipient that has it`(
        _ engine: StoreEngine
    ) async throws {
        let store = try await TemporaryPlatform(engine)
        let (recipients, list) = (store.platform.recipients, try await store.list())
        let address = RecipientAddress.values(["EMAIL": "twin@example.org"])
        var twins: [Int64] = []
        for _ in 0..<2 { twins.append(try await store.add(["EMAIL": "Twin@example.org"], to: list)) }
        let other = try await store.add(["EMAIL": "other@example.org"], to: list)
        _ = try await recipients.setOptedOut(true, address, in: list.id, app: "demo")
        for (id, isOut) in [(twins[0], true), (twins[1], true), (other, false)] {
            let record = try await recipients.recipient(.id(id), in: list.id, app: "demo")
            #expect((record.optedOut != nil) == isOut)
        }
        let again = await store.fault {
            _ = try await recipients.setOptedOut(true, address, in: list.id, app: "demo")
        }
        #expect(again == .optedOut)
    }

    @Test(arguments: StoreEngine.all) func `a value in another form of Unicode is another value`(
        _ engine: StoreEngine
    ) async throws {
        let store = try await TemporaryPlatform(engine)
        let (recipients, list) = (store.platform.recipients, try await store.list())
        let (composed, apart) = ("m-\u{E9}", "m-e\u{301}")
        let id = try await store.add(["Mobile User Id": composed, "Name": composed], to: list)
        _ = try await recipients.update(.id(id), ["Mobile User Id": apart, "Name": apart], in: list.id, app: "demo")
        let found = try await recipients.recipient(.values(["Mobile User Id": apart]), in: list.id, app: "demo")
        #expect(found.id == id && found.value("Name").utf8.elementsEqual(apart.utf8))
        let byName = await store.fault {
            _ = try await recipients.recipient(.values(["Name": composed]), in: list.id, app: "demo")
        }
        #expect(byName == .noMatch)
    }

    @Test(arguments: StoreEngine.all) func `an addition that may update changes the match`(_ engine: StoreEngine)
        async throws
    {
        let store = try await TemporaryPlatform(engine)
        let (recipients, list) = (store.platform.recipients, try await store.list())
        let first = try await store.add(["Mobile User Id": "m1", "EMAIL": "a@example.org"], to: list)
        func add(_ values: [String: String], _ fields: [String: String]) async throws -> StoredRecipient {
            try await recipients.add(RecipientAddition(values, match: .update(fields)), to: list.id, app: "demo")
        }
        // By a column with an index, by the unique column, and by whatever is unique among the values.
        #expect(try await add(["Name": "A"], ["Email": "A@example.org"]) == StoredRecipient(id: first, isNew: false))
        #expect(try await add(["Age": "3"], ["Mobile User Id": "m1"]) == StoredRecipient(id: first, isNew: false))
        #expect(try await add(["Mobile User Id": "m1", "Age": "4"], [:]) == StoredRecipient(id: first, isNew: false))
        let values = try await store.values(first, in: list)
        #expect(values["Name"] == "A" && values["Age"] == "4")
        let other = try await add(["Name": "B"], ["Email": "b@example.org"])
        #expect(other.isNew && other.id != first)
        #expect(try await store.values(other.id, in: list)["EMAIL"] == "b@example.org", "a sync field is a value too")
        #expect(
            await store.fault {
                _ = try await add(["Mobile User Id": "m1"], ["Email": "b@example.org"])
            } == .keyInUse)
        #expect(
            await store.fault {
                _ = try await add(["Mobile User Id": "m1", "Name": "C"], ["Email": "c@example.org"])
            } == .keyInUse, "nobody has the sync field, and somebody has the key")
    }

    @Test(arguments: StoreEngine.all) func `fifty additions of one key at two servers make one recipient`(
        _ engine: StoreEngine
    ) async throws {
        let store = try await TemporaryPlatform(engine)
        let (platforms, list) = ([store.platform, try await store.reopened()], try await store.list())
        let results = await withTaskGroup(of: Result<StoredRecipient, StoreError>.self) { group in
            for number in 0..<50 {
                group.addTask {
                    let match: RecipientAddition.Match = number % 3 == 0 ? .update([:]) : .refuse
                    let addition = RecipientAddition(["Mobile User Id": "one", "Name": "Ann"], match: match)
                    do throws(StoreError) {
                        return .success(
                            try await platforms[number % 2].recipients.add(addition, to: list.id, app: "demo"))
                    } catch { return .failure(error) }
                }
            }
            return await group.reduce(into: []) { $0.append($1) }
        }
        let stored = results.compactMap { try? $0.get() }
        let faults = results.compactMap { result -> StoreError? in
            if case .failure(let error) = result { error } else { nil }
        }
        #expect(stored.count(where: \.isNew) == 1)
        #expect(Set(stored.map(\.id)).count == 1)
        // On a slow machine, some wait too long for a connection.
        #expect(faults.allSatisfy { $0.recipientFault == .keyInUse || $0.code == .unavailable }, "\(faults)")
        let page = try await store.platform.recipients.recipients(of: list.id, app: "demo", after: nil, limit: 100)
        #expect(page.recipients.count == 1 && page.next == nil)
    }

    @Test(arguments: StoreEngine.all) func `a unique value is free again when it was changed or removed`(
        _ engine: StoreEngine
    ) async throws {
        let store = try await TemporaryPlatform(engine)
        let (recipients, list) = (store.platform.recipients, try await store.list())
        let first = try await store.add(["Mobile User Id": "m1"], to: list)
        let second = try await store.add([:], to: list)
        let key = ["Mobile User Id": "m1"]
        #expect(
            await store.fault { _ = try await recipients.update(.id(second), key, in: list.id, app: "demo") }
                == .keyInUse)
        _ = try await recipients.update(.id(first), ["Mobile User Id": ""], in: list.id, app: "demo")
        _ = try await recipients.update(.id(second), key, in: list.id, app: "demo")
        #expect(try await recipients.recipient(.values(key), in: list.id, app: "demo").id == second)
        try await recipients.remove(.id(second), from: list.id, app: "demo")
        #expect(try await store.add(key, to: list) != second)
    }

    @Test(arguments: StoreEngine.all) func `a removed recipient stays removed`(_ engine: StoreEngine) async throws {
        let store = try await TemporaryPlatform(engine)
        let (recipients, list) = (store.platform.recipients, try await store.list())
        let id = try await store.add(["EMAIL": "a@example.org"], to: list)
        try await recipients.remove(.values(["EMAIL": "a@example.org"]), from: list.id, app: "demo")
        #expect(await store.fault { try await recipients.remove(.id(id), from: list.id, app: "demo") } == .removed)
        #expect(
            await store.fault {
                _ = try await recipients.update(.id(id), ["Name": "x"], in: list.id, app: "demo")
            } == .removed)
        #expect(
            await store.fault {
                _ = try await recipients.update(.values(["EMAIL": "a@example.org"]), [:], in: list.id, app: "demo")
            } == .noMatch)
        #expect(
            await store.fault {
                _ = try await recipients.update(.id(id + 1_000), [:], in: list.id, app: "demo")
            } == .noRecipient)
        #expect(try await recipients.recipients(of: list.id, app: "demo", after: nil, limit: 10).recipients.isEmpty)
    }

    @Test(arguments: StoreEngine.all) func `a recipient opts out once, and may opt in again`(_ engine: StoreEngine)
        async throws
    {
        let store = try await TemporaryPlatform(engine)
        let (recipients, list) = (store.platform.recipients, try await store.list())
        let id = try await store.add(["EMAIL": "a@example.org"], to: list)
        _ = try await recipients.setOptedOut(true, .id(id), in: list.id, app: "demo")
        #expect(try await recipients.recipient(.id(id), in: list.id, app: "demo").optedOut == store.now)
        #expect(
            await store.fault {
                _ = try await recipients.setOptedOut(true, .id(id), in: list.id, app: "demo")
            } == .optedOut)
        let ids = Set(id - 600...id + 600)
        #expect(try await recipients.optedOut(among: ids, app: "demo") == [id: store.now])
        #expect(try await recipients.optedOut(among: ids, app: "other").isEmpty)
        #expect(try await recipients.optedOut(among: [], app: "demo").isEmpty)
        _ = try await recipients.setOptedOut(false, .id(id), in: list.id, app: "demo")
        #expect(try await recipients.optedOut(among: ids, app: "demo").isEmpty)
        let record = try await recipients.recipient(.id(id), in: list.id, app: "demo")
        #expect(record.optedOut == nil && record.optedIn == store.now)
    }

    // ENG-091
    @Test(arguments: StoreEngine.all) func `who opted out is known by id, and only within the app`(
        _ engine: StoreEngine
    )
        async throws
    {
        let store = try await TemporaryPlatform(engine)
        let (recipients, list) = (store.platform.recipients, try await store.list())
        _ = try await store.platform.apps.create("other", name: "Other", by: "test")
        var ids: [Int64] = []
        for _ in 0..<3 { ids.append(try await store.add([:], to: list)) }
        for id in ids.dropFirst() { _ = try await recipients.setOptedOut(true, .id(id), in: list.id, app: "demo") }
        let time = store.now
        store.advance(by: .seconds(5))
        _ = try await recipients.setOptedOut(false, .id(ids[2]), in: list.id, app: "demo")
        let asked = Set(ids + (1...1_200).map(Int64.init))
        #expect(try await recipients.optedOut(among: asked, app: "demo") == [ids[1]: time])
        #expect(try await recipients.optedOut(among: asked, app: "other").isEmpty)
        #expect(try await recipients.optedOut(among: [], app: "demo").isEmpty)
    }

    // ENG-201
    @Test(arguments: StoreEngine.all) func `a column that becomes unique while devices add has no value twice`(
        _ engine: StoreEngine
    ) async throws {
        let store = try await TemporaryPlatform(engine)
        let (platforms, list) = ([store.platform, try await store.reopened()], try await store.list())
        await withTaskGroup(of: Void.self) { group in
            for number in 0..<20 {
                group.addTask {
                    let addition = RecipientAddition(["Name": "One"], match: number % 2 == 0 ? .refuse : .update([:]))
                    _ = try? await platforms[number % 2].recipients.add(addition, to: list.id, app: "demo")
                }
                guard number == 3 else { continue }
                group.addTask {
                    try? await platforms[1].recipients.setLookup(
                        .unique, of: "Name", in: list.id, app: "demo", by: "Ann")
                }
            }
        }
        let recipients = store.platform.recipients
        let isUnique = try await recipients.list(list.id, app: "demo").column("Name")?.lookup == .unique
        let found = try await recipients.recipients(with: ["Name": "One"], in: list.id, app: "demo", limit: 100)
        #expect(found.count == 1 || !isUnique)
        let all = try await recipients.recipients(of: list.id, app: "demo", after: nil, limit: 100).recipients
        #expect(all.count { $0.value("Name") == "One" } == found.count)
        // What is left is made unique when all others are gone.
        for extra in found.dropFirst() { try await recipients.remove(.id(extra.id), from: list.id, app: "demo") }
        try await recipients.setLookup(.unique, of: "Name", in: list.id, app: "demo", by: "Ann")
        #expect(await store.fault { _ = try await store.add(["Name": "One"], to: list) } == .keyInUse)
    }
}
