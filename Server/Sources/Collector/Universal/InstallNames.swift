import Foundation
import MarqueeWire

/// The install that each event of a submission belongs to: the submission's, else the event's device, else the client.
struct InstallNames {
    private let scanner: JSONScanner
    private let install: [UInt8]?
    private let sender: SubmissionSender
    private lazy var client = Self.hashed("client-", Array(sender.client.utf8))
    /// Most events of a submission come from one device.
    private var latest: (device: JSONScanner.Text, name: [UInt8])?

    init(_ submission: ScannedSubmission, _ scanner: JSONScanner, _ sender: SubmissionSender) {
        self.scanner = scanner
        install = submission.install.map { Array(scanner.slice($0.range)) }
        self.sender = sender
    }

    mutating func name(of entry: ScannedSubmission.Entry) -> [UInt8] {
        if let install { return install }
        guard let device = entry.device, !device.range.isEmpty else { return client }
        if let latest, scanner.isSame(latest.device, device) { return latest.name }
        // An install's name is bounded text without control characters; other names are kept apart by their hash.
        let isPlain =
            device.range.count <= 128 && scanner.withBytes(of: device) { ProgramText.isPlain($0) }
        let name = isPlain ? Array(scanner.slice(device.range)) : Self.hashed("device-", scanner.decoded(device))
        latest = (device, name)
        return name
    }

    private static func hashed(_ prefix: String, _ bytes: [UInt8]) -> [UInt8] {
        Array((prefix + ObjectHash(of: Data(bytes)).hex.prefix(32)).utf8)
    }
}
