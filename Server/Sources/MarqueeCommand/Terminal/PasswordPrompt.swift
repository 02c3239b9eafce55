import ArgumentParser
import Foundation

/// Asks for a password. On a terminal it asks twice and the password is not shown; otherwise it reads the first line of
/// standard input.
enum PasswordPrompt {
    /// The most bytes that are read, which is more than any password may have.
    private static let maximumSize = 4096

    static func read(_ prompt: String) throws -> String {
        guard isatty(STDIN_FILENO) == 1 else {
            guard let line = line() else { throw ValidationError("standard input has no password") }
            return line
        }
        let first = try ask("\(prompt): ")
        guard try ask("Once more: ") == first else { throw ValidationError("the two passwords differ") }
        return first
    }

    private static func ask(_ prompt: String) throws -> String {
        var shown = termios()
        guard tcgetattr(STDIN_FILENO, &shown) == 0 else { throw ValidationError("the terminal cannot be read") }
        var hidden = shown
        // Signals are off, because a program that ends here would leave a terminal without echo.
        hidden.c_lflag &= ~tcflag_t(ECHO | ISIG)
        tcsetattr(STDIN_FILENO, TCSAFLUSH, &hidden)
        defer {
            tcsetattr(STDIN_FILENO, TCSAFLUSH, &shown)
            FileHandle.standardError.write(Data("\n".utf8))
        }
        FileHandle.standardError.write(Data(prompt.utf8))
        guard let line = line(), !line.utf8.contains(3) else { throw ValidationError("nothing was entered") }
        return line
    }

    /// A line without its line break; `nil` at the end of the input.
    private static func line() -> String? {
        var bytes: [UInt8] = []
        while bytes.count < maximumSize, let byte = try? FileHandle.standardInput.read(upToCount: 1)?.first {
            if byte == UInt8(ascii: "\n") { return text(bytes) }
            bytes.append(byte)
        }
        return bytes.isEmpty ? nil : text(bytes)
    }

    private static func text(_ bytes: [UInt8]) -> String {
        String(decoding: bytes.last == UInt8(ascii: "\r") ? bytes.dropLast() : bytes[...], as: UTF8.self)
    }
}
