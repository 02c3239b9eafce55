import ArgumentParser
import MarqueeServer

/// The project's only executable: all tasks of a team outside the portal.
struct MarqueeCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "marquee",
        abstract: "A self-hosted mobile marketing platform: signed content, exact events, on your own machines.",
        discussion: """
            Start with `marquee demo`: it runs a temporary server with sample content, a portal and a device lab. \
            `marquee serve` runs a server on a data directory that stays.

            Exit codes: 0 success, 1 failure, 2 success with problems (only with --strict), 64 wrong usage.
            """,
        version: BuildInfo.text,
        subcommands: [
            DemoCommand.self, ServeCommand.self, ContentCommand.self, ReleaseCommand.self, KeysCommand.self,
            AccountCommand.self, TokenCommand.self, SecretCommand.self, EngageCommand.self, StoreCommand.self,
            BackupCommand.self, RestoreCommand.self,
            MoveCommand.self, DoctorCommand.self, SettingsCommand.self, ProxyCommand.self,
        ]
    )
}
