public import MarqueeCore
import MarqueeWire

extension ConfigurationTable {
    /// Reads the ZBiM SDK's `zbimconfig.plist`, and `pubkey.der` in the same folder, without changes to them.
    public static let hub = ConfigurationTable(
        fileNames: [zbimFileName], publicKeyFileName: "pubkey.der",
        spellings: [("dbServiceUrl", .service), ("appID", .app), ("applID", .app)],
        // Keys of the ZBiM SDK's upload service. Every old file has them; Marquee does not use them.
        ignored: ["metricsReportingQueueId", "poolId", "roleA", "roleUA", "accountID", "regionName"])

    fileprivate static let zbimFileName = "zbimconfig.plist"
}

extension Configuration {
    /// Why the hub cannot show content with this configuration; `nil` when it can.
    ///
    /// An app without a hub needs no public key. So a missing key is critical only when the app has the ZBiM SDK's
    /// file, which only the hub uses.
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
