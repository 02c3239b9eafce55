import Foundation

/// The script that runs a server, with its input and output.
struct ServerProcess {
    private let process: Process
    private let input: FileHandle
    private let output: FileHandle
    /// Where the server's socket and certificate are.
    let folder: URL

    static func start(port: Int?) throws(TestPostgres.Failure) -> Self {
        let script = URL(filePath: #filePath).deletingLastPathComponent()
            .appending(path: "../../../scripts/test_postgres.sh").standardizedFileURL
        let (process, input, output) = (Process(), Pipe(), Pipe())
        // A process that another test starts must not keep the script's input open.
        _ = fcntl(input.fileHandleForWriting.fileDescriptor, F_SETFD, FD_CLOEXEC)
        process.executableURL = script
        process.arguments = port.map { ["\($0)"] } ?? []
        process.environment = ProcessInfo.processInfo.environment.merging(
            ["TEST_POSTGRES_PASSWORD": TestPostgres.password]
        ) { $1 }
        process.standardInput = input
        process.standardOutput = output
        do { try process.run() } catch {
            throw TestPostgres.Failure(description: "\(script.path) does not start: \(error)")
        }
        let (writing, reading) = (input.fileHandleForWriting, output.fileHandleForReading)
        let folder = try line(reading)
        return Self(process: process, input: writing, output: reading, folder: URL(filePath: folder))
    }

    func ask(_ command: String) throws(TestPostgres.Failure) -> String {
        do { try input.write(contentsOf: Data("\(command)\n".utf8)) } catch {
            throw TestPostgres.Failure(description: "the test server ended: \(error)")
        }
        return try Self.line(output)
    }

    func stop() {
        try? input.close()
        process.waitUntilExit()
    }

    /// The script's next answer, without its first word.
    private static func line(_ output: FileHandle) throws(TestPostgres.Failure) -> String {
        var bytes = Data()
        while bytes.last != UInt8(ascii: "\n") {
            let more = output.availableData
            guard !more.isEmpty else { break }
            bytes += more
        }
        let line = String(decoding: bytes, as: UTF8.self).trimmingCharacters(in: .newlines)
        guard line.hasPrefix("ready ") || line == "stopped" else {
            throw TestPostgres.Failure(description: line.isEmpty ? "the test server ended" : line)
        }
        return line.replacing("ready ", with: "")
    }
}
