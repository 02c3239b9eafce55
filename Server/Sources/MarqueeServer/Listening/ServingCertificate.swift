import Foundation
import MarqueeWire
import NIOCore
import NIOSSL
import Synchronization

/// The certificate that the TLS ports show, with its key.
///
/// Connections take the pair of the moment in which they begin, so a renewed certificate needs no restart.
final class ServingCertificate: Sendable {
    private struct Pair: Sendable {
        let chain: [NIOSSLCertificate]
        let key: NIOSSLPrivateKey
        /// What the files looked like when they were read.
        let stamp: [FileStamp]
    }

    /// What changes when a file is written again or replaced.
    private struct FileStamp: Hashable, Sendable {
        /// As the file system has it; which number type that is differs by system.
        let inode: String
        let size: String
        let modified: Date?

        /// - Throws: `unreadable`.
        init(_ file: URL, _ option: ServerOption) throws(CertificateError) {
            guard access(file.path, R_OK) == 0 else {
                throw CertificateError(.unreadable, file, option, "cannot be read: \(String(cString: strerror(errno)))")
            }
            // A renewed certificate is often a link to another file.
            let path = file.resolvingSymlinksInPath().path
            guard let found = try? FileManager.default.attributesOfItem(atPath: path) else {
                throw CertificateError(.unreadable, file, option, "cannot be read")
            }
            inode = String(describing: found[.systemFileNumber])
            size = String(describing: found[.size])
            modified = found[.modificationDate] as? Date
        }
    }

    private let files: ServerConfiguration.TLSFiles
    private let pair: Mutex<Pair>

    /// Reads the files.
    init(_ files: ServerConfiguration.TLSFiles) throws(CertificateError) {
        self.files = files
        pair = Mutex(try Self.read(files))
    }

    /// Reads the files again if they changed.
    /// - Returns: whether connections get another certificate from now on.
    /// - Throws: when what stands there now cannot be used; the earlier certificate stays in use.
    func renew() throws(CertificateError) -> Bool {
        let stamp = try Self.stamp(files)
        guard stamp != pair.withLock({ $0.stamp }) else { return false }
        let new = try Self.read(files)
        pair.withLock { $0 = new }
        return true
    }

    /// When the certificate stops being valid.
    var ends: Timestamp {
        let seconds = pair.withLock { $0.chain.map(\.notValidAfter).min() } ?? 0
        return Timestamp(milliseconds: Int64(seconds) * 1000)
    }

    /// The configuration of a port that shows the certificate of the moment.
    func configuration() -> TLSConfiguration {
        let current = pair.withLock { $0 }
        var configuration = Self.configuration(chain: current.chain, key: current.key)
        configuration.sslContextCallback = { [self] _, promise in
            let current = pair.withLock { $0 }
            var override = NIOSSLContextConfigurationOverride()
            override.certificateChain = current.chain.map { .certificate($0) }
            override.privateKey = .privateKey(current.key)
            promise.succeed(override)
        }
        return configuration
    }

    /// The suites of TLS 1.2 with forward secrecy and authenticated encryption (RFC 9325, section 4.2); TLS 1.3 has no
    /// others.
    private static let cipherSuites: [NIOTLSCipher] = [
        .TLS_ECDHE_ECDSA_WITH_AES_128_GCM_SHA256, .TLS_ECDHE_RSA_WITH_AES_128_GCM_SHA256,
        .TLS_ECDHE_ECDSA_WITH_AES_256_GCM_SHA384, .TLS_ECDHE_RSA_WITH_AES_256_GCM_SHA384,
        .TLS_ECDHE_ECDSA_WITH_CHACHA20_POLY1305_SHA256, .TLS_ECDHE_RSA_WITH_CHACHA20_POLY1305_SHA256,
    ]

    private static func configuration(chain: [NIOSSLCertificate], key: NIOSSLPrivateKey) -> TLSConfiguration {
        var configuration = TLSConfiguration.makeServerConfiguration(
            certificateChain: chain.map { .certificate($0) }, privateKey: .privateKey(key))
        configuration.minimumTLSVersion = .tlsv12
        configuration.cipherSuiteValues = cipherSuites
        return configuration
    }

    private static func stamp(_ files: ServerConfiguration.TLSFiles) throws(CertificateError) -> [FileStamp] {
        [try FileStamp(files.certificate, .tlsCertificate), try FileStamp(files.key, .tlsKey)]
    }

    private static func read(_ files: ServerConfiguration.TLSFiles) throws(CertificateError) -> Pair {
        // Before the files: should they change meanwhile, they are read again.
        let stamp = try stamp(files)
        let chain: [NIOSSLCertificate]
        do { chain = try NIOSSLCertificate.fromPEMBytes(bytes(of: files.certificate)) } catch let error as CocoaError {
            throw CertificateError(.unreadable, files.certificate, .tlsCertificate, Self.words(error))
        } catch {
            chain = []
        }
        guard !chain.isEmpty else {
            throw CertificateError(
                .malformed, files.certificate, .tlsCertificate,
                "holds no certificate in PEM form (-----BEGIN CERTIFICATE-----)")
        }
        let key: NIOSSLPrivateKey
        do { key = try NIOSSLPrivateKey(bytes: bytes(of: files.key), format: .pem) } catch let error as CocoaError {
            throw CertificateError(.unreadable, files.key, .tlsKey, Self.words(error))
        } catch {
            throw CertificateError(
                .malformed, files.key, .tlsKey, "holds no private key in PEM form, or one with a passphrase")
        }
        do { _ = try NIOSSLContext(configuration: configuration(chain: chain, key: key)) } catch {
            throw CertificateError(
                .mismatch, files.key, .tlsKey, "is not the key of the first certificate in \(files.certificate.path)")
        }
        return Pair(chain: chain, key: key, stamp: stamp)
    }

    private static func bytes(of file: URL) throws -> [UInt8] { [UInt8](try Data(contentsOf: file)) }

    private static func words(_ error: CocoaError) -> String {
        switch error.code {
        case .fileReadNoPermission: "cannot be read: this user may not"
        case .fileReadNoSuchFile, .fileNoSuchFile: "cannot be read: there is no such file"
        default: "cannot be read: \(error.localizedDescription)"
        }
    }
}
