import ArgumentParser

/// The one executable: everything a team does with Marquee outside the portal.
struct MarqueeCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "marquee",
        abstract: "A self-hosted mobile marketing platform: signed content, exact events, on your own machines.",
        discussion: """
            Start with `marquee demo`: it opens a temporary workspace with sample content, a portal and a device lab. \
            `marquee serve` runs a server on a data directory that stays.

            Exit codes: 0 done, 1 failed, 2 done but with problems (with --strict), 64 wrong usage.
            """,
        version: "0.1.0",
        subcommands: [
            DemoCommand.self, ServeCommand.self, ContentCommand.self, ReleaseCommand.self, KeysCommand.self,
            AccountCommand.self, TokenCommand.self, SecretCommand.self,
        ]
    )
}
