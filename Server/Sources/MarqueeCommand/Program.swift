import ArgumentParser
import Foundation

@main
enum Program {
    static func main() async {
        // Whatever is written is for whoever runs the program: content before it is published, keys, people's names.
        umask(0o077)
        await MarqueeCommand.main()
    }
}
