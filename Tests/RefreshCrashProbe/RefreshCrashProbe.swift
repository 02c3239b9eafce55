import Foundation
import MarqueeCore
import MarqueeHub
import MarqueeWire

#if canImport(Darwin)
    import Darwin
#elseif canImport(Musl)
    import Musl
#else
    import Glibc
#endif

/// A process that refreshes once and kills itself with SIGKILL at one named step. A test then checks the files that
/// remain.
///
/// Arguments: device folder, folder of served files, trust anchor file, app, step, occurrence, device time in
/// milliseconds.
@main
struct RefreshCrashProbe {
    struct UsageError: Error {}

    static func main() async throws {
        let arguments = CommandLine.arguments
        guard arguments.count == 8, let occurrence = Int(arguments[6]), let time = Int64(arguments[7]),
            let service = URL(string: "https://content.example/v1/apps/\(arguments[4])/main")
        else { throw UsageError() }
        let count = Locked(0)
        let step = arguments[5]
        let environment = Environment(
            folder: URL(fileURLWithPath: arguments[1]),
            transport: FileTransport(folder: URL(fileURLWithPath: arguments[2])),
            now: { Timestamp(milliseconds: time) },
            reached: { point in
                guard point.rawValue == step else { return }
                let passed = count.withLock { count in
                    count += 1
                    return count
                }
                if passed == occurrence { kill(getpid(), SIGKILL) }
            })
        let anchors = try TrustAnchors(keys: [try Data(contentsOf: URL(fileURLWithPath: arguments[3]))])
        let source = ContentLibrary.Source(service: service, scope: try Scope(app: arguments[4]), anchors: anchors)
        let library = try ContentLibrary(source, environment: environment)
        print(await library.refresh())
    }
}

/// Serves the files of a folder. The path after the service address gives the file's name.
struct FileTransport: Transport {
    let folder: URL

    func send(
        _ request: TransportRequest, progress: (@Sendable (Int) -> Void)?
    ) async throws(TransportError) -> TransportResponse {
        let path = request.url.pathComponents.dropFirst(5).joined(separator: "-")
        guard let data = try? Data(contentsOf: folder.appendingPathComponent(path)) else {
            return TransportResponse(status: 404)
        }
        progress?(data.count)
        return TransportResponse(status: 200, body: data)
    }
}
