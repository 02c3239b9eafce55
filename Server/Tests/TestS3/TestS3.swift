import Foundation
import Synchronization

/// An object store that speaks S3, started at its first use and stopped when the test process ends, in whatever way.
///
///     let address = try TestS3.shared.address(of: TestS3.shared.makeBucket())
public final class TestS3: Sendable {
    /// The server of this process.
    public static let shared = TestS3()

    /// What the server knows as its key, by the names of environment variables.
    public static let environment = [
        "AWS_ACCESS_KEY_ID": "AKIDMARQUEETEST", "AWS_SECRET_ACCESS_KEY": "a/secret+of=tests", "AWS_REGION": "eu-test-1",
    ]

    /// The token that the server takes besides the key.
    public static let token = "a/session+token=="

    /// Why there is no server, in a sentence.
    public struct Failure: Error, CustomStringConvertible {
        /// What failed.
        public let description: String
    }

    /// Lets a request fail; scripts/test_s3.py says in which ways.
    public struct Fault: Encodable, Sendable {
        private enum CodingKeys: String, CodingKey {
            case kind = "do"
            case method, part, times, status, code
        }

        let kind: String
        let method: String?
        let part: String?
        let times: Int
        let status: Int?
        let code: String?

        /// - Parameters:
        ///   - kind: what happens.
        ///   - method: only requests of this method.
        ///   - part: only requests whose address contains this text.
        ///   - times: how many requests fail.
        ///   - status: what the server answers, with the kind "status".
        ///   - code: S3's word for the reason.
        public init(
            _ kind: String, method: String? = nil, part: String? = nil, times: Int = 1, status: Int? = nil,
            code: String? = nil
        ) {
            (self.kind, self.method, self.part) = (kind, method, part)
            (self.times, self.status, self.code) = (times, status, code)
        }
    }

    private let server = Mutex<Result<S3Process, Failure>?>(nil)
    private let buckets = Atomic(0)

    /// Makes an empty bucket and returns its name.
    public func makeBucket() throws -> String {
        let name = "bucket-\(buckets.add(1, ordering: .relaxed).newValue)"
        _ = try ask(["make": name])
        return name
    }

    /// The address of a bucket, with a prefix.
    public func address(of bucket: String, prefix: String = "some/prefix") throws -> String {
        "s3://\(bucket)/\(prefix)?endpoint=http://127.0.0.1:\(try port(0))"
    }

    /// The address of a bucket over TLS, with a certificate that nobody trusts.
    public func addressOverTLS(of bucket: String) throws -> String {
        "s3://\(bucket)?endpoint=https://127.0.0.1:\(try port(1))"
    }

    /// Lets requests to a bucket fail, each in the way of the first fault that fits it.
    public func inject(_ faults: [Fault], into bucket: String) throws {
        let list = try JSONSerialization.jsonObject(with: JSONEncoder().encode(faults))
        _ = try ask(["faults": bucket, "list": list])
    }

    /// The requests since the last call, as `METHOD /PATH?QUERY`.
    public func requests(to bucket: String) throws -> [String] {
        try JSONDecoder().decode([String].self, from: ask(["requests": bucket]))
    }

    /// How many uploads in parts are neither completed nor aborted.
    public func uploads(in bucket: String) throws -> Int {
        Int(String(decoding: try ask(["uploads": bucket]), as: UTF8.self)) ?? -1
    }

    /// The keys of a bucket, sorted.
    public func keys(in bucket: String) throws -> [String] {
        try JSONDecoder().decode([String].self, from: ask(["keys": bucket]))
    }

    private func port(_ index: Int) throws -> Int { try running { $0.ports[index] } }

    private func ask(_ command: [String: Any]) throws -> Data {
        let line = try JSONSerialization.data(withJSONObject: command)
        return try running { try $0.ask(line) }
    }

    /// One command at a time, because the answers come in their order.
    private func running<Value>(_ body: (S3Process) throws -> Value) throws -> Value {
        try server.withLock { server in
            let running = server ?? Result { () throws(Failure) in try S3Process.start() }
            server = running
            return try body(try running.get())
        }
    }
}
