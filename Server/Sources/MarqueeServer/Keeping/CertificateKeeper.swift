import Logging
import ServiceLifecycle

/// Takes a renewed certificate into use, as long as the server runs.
struct CertificateKeeper: Service {
    static let interval = Duration.seconds(60)

    let certificate: ServingCertificate
    let logger: Logger
    /// The time between two looks at the files; tests shorten it.
    var interval = Self.interval

    func run() async throws {
        var lastProblem: String?
        while !Task.isShuttingDownGracefully {
            do { try await cancelWhenGracefulShutdown { try await Task.sleep(for: interval) } } catch { return }
            do throws(CertificateError) {
                if try certificate.renew() {
                    logger.notice(
                        "the certificate was renewed", metadata: ["valid until": "\(certificate.ends)"])
                }
                lastProblem = nil
            } catch {
                // A renewal writes two files, so one look may find them apart; what stays wrong is said once.
                if error.message != lastProblem {
                    logger.error("the earlier certificate stays in use", metadata: ["error": "\(error)"])
                }
                lastProblem = error.message
            }
        }
    }
}
