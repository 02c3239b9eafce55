import Secrets
import Testing

@Suite struct SecretsTests {
    @Test(arguments: [("", "", true), ("a", "a", true), ("a", "b", false), ("a", "ab", false), ("", "a", false)])
    func `secrets are equal when their bytes are`(_ left: String, _ right: String, _ isSame: Bool) {
        #expect(ConstantTime.equal(left, right) == isSame)
    }

    @Test func `letters that look the same are different secrets`() {
        #expect(!ConstantTime.equal("caf\u{E9}", "cafe\u{301}"))
    }

    @Test(arguments: [(32, 43), (16, 22), (9, 12)])
    func `a token of so many bytes has so many characters, all of them safe in addresses`(_ bytes: Int, _ length: Int) {
        let tokens = (0..<100).map { _ in RandomToken.make(bytes: bytes) }
        #expect(Set(tokens).count == 100)
        for token in tokens {
            #expect(token.count == length)
            #expect(
                token.utf8.allSatisfy { $0 < 0x80 }
                    && token.allSatisfy { $0.isLetter || $0.isNumber || "-_".contains($0) })
        }
    }
}
