import Collector
package import Foundation
package import MarqueeWire
package import PlatformStore

/// Looks at everything that a server needs and says what is wrong, without changing anything.
///
/// The server may run meanwhile.
package struct Doctor: Sendable {
    /// A port that the server listens on.
    package struct Listener: Sendable {
        /// The setting that chooses it.
        package let setting: String
        package let host: String
        package let port: Int

        package init(setting: String, host: String, port: Int) {
            self.setting = setting
            self.host = host
            self.port = port
        }
    }

    /// The server's settings.
    package struct Subject: Sendable {
        /// The data directory.
        package let folder: URL
        /// Where the control plane's database is.
        package let database: DatabaseAddress
        /// Where objects are.
        package let objects: ObjectsAddress
        package let listeners: [Listener]
        /// PEM files.
        package let certificate: (chain: URL, key: URL)?
        /// The app store's root certificate.
        package let receiptRoot: URL?
        /// How devices reach the server.
        package let publicURL: URL?

        package init(
            folder: URL, database: DatabaseAddress, objects: ObjectsAddress, listeners: [Listener],
            certificate: (chain: URL, key: URL)?, receiptRoot: URL? = nil, publicURL: URL?
        ) {
            self.folder = folder
            self.database = database
            self.objects = objects
            self.listeners = listeners
            self.certificate = certificate
            self.receiptRoot = receiptRoot
            self.publicURL = publicURL
        }
    }

    let subject: Subject
    let now: @Sendable () -> Timestamp

    /// - Parameters:
    ///   - subject: what to look at.
    ///   - now: the wall clock; tests set it.
    package init(_ subject: Subject, now: @escaping @Sendable () -> Timestamp = { Timestamp(Date()) }) {
        self.subject = subject
        self.now = now
    }

    /// Makes all checks, in the order in which a person would read them.
    package func run() async -> [Check] {
        if access(subject.folder.path, X_OK) != 0, errno == EACCES {
            return [
                Check(
                    "data directory", .wrong,
                    "this user cannot enter \(subject.folder.path): run as the server's user")
            ]
        }
        guard DatabaseAddress.isDataFolder(subject.folder) || subject.database.isShared else {
            return [
                Check(
                    "data directory", .wrong,
                    "\(subject.folder.path) is not a data directory: name it with --data, or start a server once to make it"
                )
            ]
        }
        let isRunning = isRunning()
        // Before databases are opened, which can write to their files.
        let clock = clockChecks()
        var checks = folderChecks() + diskChecks()
        let (database, platform) = await databaseChecks()
        checks += database
        if let platform { checks += await objectChecks(platform) + keyChecks(platform) + feedChecks(platform) }
        checks += eventChecks(isRunning: isRunning)
        checks += clock
        checks += await portChecks(isRunning: isRunning)
        checks += certificateChecks() + [receiptCheck()]
        checks += await publicChecks(platform)
        return checks
    }

    /// Whether a server uses the directory at this moment.
    private func isRunning() -> Bool {
        EventsLock.isHeld(of: subject.folder.appending(path: "events"))
    }
}
