import AsyncHTTPClient
public import Foundation
import NIOCore
import NIOFoundationCompat
import NIOHTTP1
import PlatformStore

/// The store's older verification service, `verifyReceipt`: it reads receipts that nobody else can read.
///
/// The service of production is asked first. It sends receipts of the test environment to the other one, and that one back.
public struct ReceiptService: Sendable {
    /// What the service says of a receipt.
    enum Answer: Sendable, Equatable {
        /// The transactions in it, the latest first.
        case read([StoreTransaction])
        case refused(ReceiptRefusal)
        /// It cannot be read, or the service is in trouble: the service has one status for both.
        case unreadable
        /// The answer to this receipt decides nothing. A sentence for people.
        case undecided(String)
        /// The service does not answer, or answers that it is in trouble. A sentence for people.
        case unavailable(String)
    }

    /// Of an answer, in bytes.
    static let maximumAnswer = 4 * 1024 * 1024

    private let production: URL
    private let sandbox: URL
    private let timeout: Duration

    /// A service at two addresses.
    /// - Parameter timeout: for one answer, to its last byte.
    public init(production: URL, sandbox: URL, timeout: Duration = .seconds(10)) {
        self.production = production
        self.sandbox = sandbox
        self.timeout = timeout
    }

    /// Has a receipt read.
    func read(_ receipt: Data, password: String?) async -> Answer {
        let question = Question(receipt: receipt, password: password)
        var environment = StoreTransaction.Environment.production
        for _ in 0..<2 {
            let answer: VerifyReceiptAnswer
            switch await ask(environment == .production ? production : sandbox, question) {
            case .success(let read): answer = read
            case .failure(let trouble): return .unavailable(trouble.sentence)
            }
            switch (answer.status, environment) {
            case (21_007, .production): environment = .sandbox
            case (21_008, .sandbox): environment = .production
            default: return answer.meaning(from: environment)
            }
        }
        return .undecided("each environment of the verification service says that the receipt is of the other one")
    }

    private struct Question: Encodable {
        enum CodingKeys: String, CodingKey {
            case receipt = "receipt-data"
            case password
        }

        let receipt: String
        let password: String?

        init(receipt: Data, password: String?) {
            self.receipt = receipt.base64EncodedString()
            self.password = password
        }
    }

    private struct Trouble: Error {
        let sentence: String
    }

    private func ask(_ url: URL, _ question: Question) async -> Result<VerifyReceiptAnswer, Trouble> {
        do {
            let body = try JSONEncoder().encode(question)
            let (status, bytes) = try await post(body, to: url)
            guard status == 200 else {
                return .failure(Trouble(sentence: "the verification service answers \(status)"))
            }
            guard let answer = try? JSONDecoder().decode(VerifyReceiptAnswer.self, from: bytes) else {
                return .failure(Trouble(sentence: "the verification service's answer cannot be read"))
            }
            return .success(answer)
        } catch {
            // The error's text may name an address of the operator, and nothing of the receipt.
            return .failure(Trouble(sentence: "the verification service cannot be reached: \(type(of: error))"))
        }
    }

    private func post(_ body: Data, to url: URL) async throws -> (status: UInt, bytes: Data) {
        var configuration = HTTPClient.Configuration(redirectConfiguration: .disallow)
        configuration.connectionPool.retryConnectionEstablishment = false
        let client = HTTPClient(eventLoopGroupProvider: .singleton, configuration: configuration)
        do {
            let answer = try await withThrowingTaskGroup(of: (UInt, Data)?.self) { group in
                group.addTask {
                    var request = HTTPClientRequest(url: url.absoluteString)
                    request.method = .POST
                    request.headers.add(name: "Content-Type", value: "application/json")
                    request.headers.add(name: "User-Agent", value: "Marquee")
                    request.body = .bytes(ByteBuffer(data: body))
                    let response = try await client.execute(
                        request, timeout: .milliseconds(timeout.components.seconds * 1000 + 1000))
                    let bytes = try await response.body.collect(upTo: Self.maximumAnswer)
                    return (response.status.code, Data(buffer: bytes))
                }
                group.addTask {
                    try await Task.sleep(for: timeout)
                    return nil
                }
                defer { group.cancelAll() }
                guard let answer = try await group.next() ?? nil else { throw Late() }
                return answer
            }
            try await client.shutdown()
            return answer
        } catch {
            try? await client.shutdown()
            throw error
        }
    }

    /// The answer did not come in time.
    private struct Late: Error {}
}
