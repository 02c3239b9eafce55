import Foundation
import Testing

@testable import MarqueeCore

/// ENG-002, ENG-116: secrets, lists of texts, and values for what cannot be used.
@Suite struct ConfigurationFormTests {
    private static let secret = ConfigurationKey("my.secret", .secret(maximum: 10))
    private static let texts = ConfigurationKey("my.texts", .texts(maximum: 2), default: .texts(["a"]))
    private static let size = ConfigurationKey(
        "my.size", .count(1...9), default: .count(3), ifUnusable: .count(1))

    private func read(_ json: String) -> Configuration {
        let table = ConfigurationTable(fileNames: [], keys: [Self.secret, Self.texts, Self.size])
        return Configuration(data: Data(json.utf8), [.core, table])
    }

    @Test func `a secret is read and shown nowhere`() {
        let configuration = read(#"{"my": {"secret": "hidden"}}"#)
        #expect(configuration.secret(Self.secret)?.text == "hidden")
        var dumped = ""
        dump(configuration, to: &dumped)
        for text in ["\(configuration)", String(reflecting: configuration), dumped] {
            #expect(!text.contains("hidden"))
        }
        for value in [#""""#, #""12345678901""#, "5"] {
            let unusable = read(#"{"my": {"secret": \#(value)}}"#)
            #expect(unusable.secret(Self.secret) == nil)
            #expect(unusable.problems.contains { $0.key == "my.secret" && !$0.message.contains("12345678901") })
        }
    }

    @Test func `a list of texts is read, also if the texts are Base64`() {
        #expect(read(#"{"my": {"texts": ["abcd", "x"]}}"#).texts(Self.texts) == ["abcd", "x"])
        #expect(read(#"{"my": {"texts": []}}"#).texts(Self.texts) == [])
        #expect(read("{}").texts(Self.texts) == ["a"])
        #expect(read(#"{"my": {"texts": ["a", "b", "c"]}}"#).texts(Self.texts) == ["a"])
        #expect(read(#"{"my": {"texts": [1]}}"#).texts(Self.texts) == ["a"])
    }

    @Test(arguments: [
        ("{}", 3), (#"{"my": {"size": 5}}"#, 5), (#"{"my": {"size": 0}}"#, 1), (#"{"my": {"size": true}}"#, 1),
    ])
    func `a key may have another value for what cannot be used than for what is missing`(json: String, size: Int64) {
        #expect(read(json).count(Self.size) == size)
    }
}
