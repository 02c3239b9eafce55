import ArgumentParser
import Foundation

@main
enum Program {
    static func main() async {
        // Files are readable only by the user who runs the program: they hold unpublished content, keys and people's
        // names.
        umask(0o077)
        await MarqueeCommand.main()
    }
}
