import ArgumentParser
import MarqueeServer

@main
struct Marquee: AsyncParsableCommand {
    func run() async throws {}
}
