import Testing

@testable import PlatformStore

@Suite struct SavedQuestionStoreTests {
    @Test(arguments: StoreEngine.all) func `questions are kept by kind and name, and each name once`(
        _ engine: StoreEngine
    ) async throws {
        let store = try await TemporaryPlatform(engine)
        let saved = store.platform.savedQuestions
        let second = try await saved.save("event.1=a", as: "Two", kind: .segment, app: "demo", by: "Ann")
        let first = try await saved.save("event.1=b", as: "One", kind: .segment, app: "demo", by: "Ann")
        let funnel = try await saved.save("event.1=b", as: "One", kind: .funnel, app: "demo", by: "Ann")
        #expect(try await saved.questions(app: "demo", kind: .segment) == [first, second])
        #expect(try await saved.questions(app: "demo", kind: .funnel) == [funnel])
        #expect(try await saved.questions(app: "other", kind: .segment).isEmpty)
        #expect(
            await store.code { _ = try await saved.save("x=y", as: "One", kind: .segment, app: "demo", by: "Ann") }
                == .alreadyExists)
        #expect(await store.code { _ = try await saved.question(first.id, app: "other") } == .notFound)
        try await saved.remove(first.id, app: "demo", by: "Ann")
        #expect(try await saved.questions(app: "demo", kind: .segment) == [second])
        #expect(await store.code { try await saved.remove(first.id, app: "demo", by: "Ann") } == .notFound)
    }

    @Test(arguments: [("", "x"), ("a", ""), (String(repeating: "x", count: 201), "x"), ("a\u{200B}", "x")])
    func `a name or question outside its limits is refused`(_ name: String, _ question: String) async throws {
        let store = try await TemporaryPlatform(.sqlite)
        let saved = store.platform.savedQuestions
        #expect(
            await store.code { _ = try await saved.save(question, as: name, kind: .segment, app: "demo", by: "Ann") }
                == .invalid)
    }

    @Test func `an app keeps a bounded number of questions`() async throws {
        let store = try await TemporaryPlatform(.sqlite)
        let saved = store.platform.savedQuestions
        for number in 0..<SavedQuestion.most {
            _ = try await saved.save("x=y", as: "\(number)", kind: .segment, app: "demo", by: "Ann")
        }
        #expect(
            await store.code { _ = try await saved.save("x=y", as: "one", kind: .segment, app: "demo", by: "Ann") }
                == .invalid)
    }
}
