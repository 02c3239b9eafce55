public import MarqueeCore
import MarqueeWire

extension ConfigurationTable {
    /// The ZBiM SDK's `zbimconfig.plist` with `pubkey.der` beside it, read as they are.
    public static let hub = ConfigurationTable(
        fileNames: [zbimFileName], publicKeyFileName: "pubkey.der",
        spellings: [("dbServiceUrl", .service), ("appID", .app), ("applID", .app)],
        // The ZBiM SDK's upload service: part of every old file.
        ignored: ["metricsReportingQueueId", "poolId", "roleA", "roleUA", "accountID", "regionName"])

    fileprivate static let zbimFileName = "zbimconfig.plist"
}

extension Configuration {
    /// Why the hub cannot show content with this configuration; `nil` when it can.
    ///
    /// An app without a hub needs no public key: the missing key is critical only beside the ZBiM SDK's file, which is
    /// there for the hub alone.
    var hubProblem: ConfigurationProblem? {
        if service == nil || scope == nil {
            return problems.first { $0.severity == .criticalError }
        }
        if trustAnchors.isEmpty {
            let isForHub = fileNames.contains(ConfigurationTable.zbimFileName)
            return ConfigurationProblem(
                .trustAnchor, isForHub ? .criticalError : .info, "there is no public key; no content can be verified")
        }
        for anchor in trustAnchors {
            do { _ = try PublicKey(der: anchor) } catch {
                return ConfigurationProblem(
                    .trustAnchor, .criticalError, "the public key cannot be used: \(error.message)")
            }
        }
        return nil
    }
}
