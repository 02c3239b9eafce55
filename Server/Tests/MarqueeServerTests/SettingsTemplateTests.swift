import Foundation
import Testing

@testable import MarqueeServer

/// The settings file that `marquee settings` prints, which the Debian package installs.
@Suite struct SettingsTemplateTests {
    private let file = URL.temporaryDirectory.appending(path: "settings-\(UUID().uuidString).json")

    private func configuration(_ text: String) throws -> ServerConfiguration {
        try Data(text.utf8).write(to: file)
        defer { try? FileManager.default.removeItem(at: file) }
        return try ServerConfiguration(file: file)
    }

    @Test func `a printed file changes nothing`() throws {
        #expect(try configuration(SettingsTemplate.text()) == ServerConfiguration())
    }

    @Test(arguments: ServerOption.allCases)
    func `a printed file has every setting with its default`(_ option: ServerOption) {
        let lines = SettingsTemplate.text().split(separator: "\n")
        #expect(lines.contains("  // \"\(option.rawValue)\": \"\(option.defaultValue)\","))
    }

    @Test func `every comment of a printed file can become a setting`() throws {
        let text = SettingsTemplate.text().replacing("  // \"", with: "  \"")
        let values = try { () throws -> [ServerOption: String] in
            try Data(text.utf8).write(to: file)
            defer { try? FileManager.default.removeItem(at: file) }
            return try SettingsFile(file).values
        }()
        #expect(values == Dictionary(uniqueKeysWithValues: ServerOption.allCases.map { ($0, $0.defaultValue) }))
    }

    @Test func `given values are set in a printed file`() throws {
        let text = SettingsTemplate.text([.data: #"/srv/a "b" \c"#, .port: "9000"])
        let configuration = try configuration(text)
        #expect(configuration.data.path == #"/srv/a "b" \c"#)
        #expect(configuration.port == 9000)
        #expect(configuration.contentPort == 8081)
    }

    @Test(arguments: [
        "{\"port\": 9000,}", "// first\n{\n  \"port\": 9000 // last\n}", "{/* \"host\": \"a\", */ \"port\": 9000}",
    ])
    func `comments and a last comma may stand in a settings file`(_ text: String) throws {
        #expect(try configuration(text).port == 9000)
    }

    @Test func `a command finds the settings in the file that the environment names`() throws {
        try Data(#"{"data": "/srv/marquee"}"#.utf8).write(to: file)
        defer { try? FileManager.default.removeItem(at: file) }
        #expect(try ServerConfiguration.namedSettings(["MARQUEE_CONFIG": file.path]) == [.data: "/srv/marquee"])
        #expect(try ServerConfiguration.namedSettings([:]).isEmpty)
        #expect(throws: ServerConfigurationError.self) {
            try ServerConfiguration.namedSettings(["MARQUEE_CONFIG": "/nowhere/marquee.json"])
        }
    }
}
