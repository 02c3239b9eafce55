import Foundation
import MarqueeCore

#if DEBUG
    @testable import MarqueeEngage
#endif

/// A process that a test kills in the middle of a check of identities.
///
/// `RecipientCrashProbe FOLDER HOST LIST TABLE COLUMN VALUE` checks one id with the host at an address, and prints the
/// recipient, the merged recipient and the mobile user id, with spaces between them.
@main
enum RecipientCrashProbe {
    static func main() async throws {
        let arguments = Array(CommandLine.arguments.dropFirst())
        guard arguments.count == 6, let host = URL(string: arguments[1]) else {
            FileHandle.standardError.write(Data("usage: see the comment of RecipientCrashProbe\n".utf8))
            exit(2)
        }
        #if DEBUG
            let folder = URL(fileURLWithPath: arguments[0], isDirectory: true)
            let environment = Environment(folder: folder, transport: URLSessionTransport())
            let recipients = try recipients(host, list: arguments[2], table: arguments[3], environment)
            let checked = try await recipients.checkIdentity([arguments[4]: arguments[5]])
            print(checked.recipientID, checked.mergedRecipientID ?? "-", checked.mobileUserID)
        #else
            // The parts are internal, so a release build cannot use them.
            exit(2)
        #endif
    }

    #if DEBUG
        private static func recipients(
            _ host: URL, list: String, table: String, _ environment: Environment
        ) throws -> Recipients {
            let (kept, log) = (try EngageState(environment), Log(build: .release))
            let configuration = Configuration(
                service: host, trustAnchors: [],
                settings: [
                    .engageHost: .text(host.absoluteString), .engageClientID: .text("client"),
                    .engageClientSecret: .text("secret"), .engageRefreshToken: .text("refresh"),
                    .engageListID: .text(list),
                ])
            var missing: [String] = []
            guard let account = EngageHost(configuration, missing: &missing) else { exit(2) }
            let generators = IDGenerators(environment: environment, log: log)
            var settings = RecipientSettings()
            settings.listID = list
            settings.audit.isEnabled = true
            settings.audit.tableID = table
            let tokens = AccessTokens(account, kept: kept, environment: environment, log: log)
            return Recipients(
                XMLAPI(account, tokens: tokens, environment: environment),
                identity: try EngageIdentity(kept: kept, deviceID: "device"), settings: settings, kept: kept,
                generators: generators, environment: environment, log: log)
        }
    #endif
}
