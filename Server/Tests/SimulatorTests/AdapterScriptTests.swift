import Foundation
import Testing

@testable import Simulator

@Suite struct AdapterScriptTests {
    private static let policy = #"<meta http-equiv="Content-Security-Policy" content="default-src 'none'">"#
    private static let start = #"<!DOCTYPE html><html data-theme="dark"><head>"# + policy

    private func insert(_ page: String) -> String {
        String(decoding: AdapterScript.insert(into: Data(page.utf8)), as: UTF8.self)
    }

    @Test func `the script stands right behind the page's policy`() {
        #expect(
            insert(Self.start + "<html><body>x") == Self.start + "<script>\(AdapterScript.source)</script><html><body>x"
        )
        #expect(AdapterScript.source.contains("securitypolicyviolation"))
    }

    @Test(arguments: ["<p>\(policy)", "<!DOCTYPE html><html><p>\(policy)", ""])
    func `a policy further on is not taken for it`(_ page: String) {
        #expect(insert(page) == "<!DOCTYPE html><script>\(AdapterScript.source)</script>\(page)")
    }
}
