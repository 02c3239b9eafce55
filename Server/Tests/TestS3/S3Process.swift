import Foundation

/// The script that runs the object store, with its input and output.
struct S3Process {
    private let process: Process
    private let input: FileHandle
    private let output: FileHandle
    /// The port without TLS, then the one with it.
    let ports: [Int]

    static func start() throws(TestS3.Failure) -> Self {
        let project = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../..")
            .standardizedFileURL
        let (process, input, output) = (Process(), Pipe(), Pipe())
        // A process that another test starts must not keep the script's input open.
        _ = fcntl(input.fileHandleForWriting.fileDescriptor, F_SETFD, FD_CLOEXEC)
        process.executableURL = project.appending(path: ".build-venv/bin/python")
        process.arguments = [project.appending(path: "scripts/test_s3.py").path]
        process.standardInput = input
        process.standardOutput = output
        do { try process.run() } catch {
            throw TestS3.Failure(description: "these tests need moto: scripts/setup.sh test installs it (\(error))")
        }
        let (writing, reading) = (input.fileHandleForWriting, output.fileHandleForReading)
        let ports = String(decoding: line(reading), as: UTF8.self).split(separator: " ").compactMap { Int($0) }
        guard ports.count == 2 else { throw TestS3.Failure(description: "the test's object store does not start") }
        return Self(process: process, input: writing, output: reading, ports: ports)
    }

    func ask(_ command: Data) throws -> Data {
        try input.write(contentsOf: command + Data("\n".utf8))
        let answer = Self.line(output)
        guard !answer.isEmpty else { throw TestS3.Failure(description: "the test's object store ended") }
        return answer
    }

    /// The script's next line; empty at the end of its output.
    private static func line(_ output: FileHandle) -> Data {
        var bytes = Data()
        while bytes.last != UInt8(ascii: "\n") {
            let more = output.availableData
            guard !more.isEmpty else { return Data() }
            bytes += more
        }
        return bytes.dropLast()
    }
}
