import ArgumentParser
import MarqueeServer

struct SettingsCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "settings",
        abstract: "Print a settings file for marquee serve, with every setting and its default.",
        usage: "marquee settings [--SETTING VALUE ...]",
        discussion: """
            Each setting is a comment with its meaning and its default. Those that are given as flags are set in the file.
            """)

    @Argument(parsing: .allUnrecognized, help: .hidden)
    var settings: [String] = []

    func run() async throws {
        let values = try ServerSettings.explained { () throws(ServerConfigurationError) in
            let values = try ServerFlags.parse(settings)
            _ = try ServerConfiguration(flags: values)
            return values
        }
        print(SettingsTemplate.text(values), terminator: "")
    }
}
