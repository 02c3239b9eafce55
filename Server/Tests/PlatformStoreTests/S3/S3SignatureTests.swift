import Foundation
import Testing

@testable import PlatformStore

/// The signatures in Amazon's documentation of S3 ("Signature Calculations for the Authorization Header"), with its
/// example key. moto checks the signatures of every other test with botocore.
@Suite struct S3SignatureTests {
    private static let example = S3Signature(
        credentials: S3Credentials(
            accessKey: "AKIAIOSFODNN7EXAMPLE", secret: "wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY"),
        region: "us-east-1")
    /// 2013-05-24, midnight.
    private static let date = Date(timeIntervalSince1970: 1_369_353_600)
    private static let host = (name: "host", value: "examplebucket.s3.amazonaws.com")

    struct Example: Sendable {
        let method: String
        let path: String
        var query: [(name: String, value: String)] = []
        var headers: [(name: String, value: String)] = []
        var body = ""
        let signature: String
    }

    @Test(arguments: [
        Example(
            method: "GET", path: "/test.txt", headers: [("range", "bytes=0-9")],
            signature: "f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41"),
        Example(
            method: "PUT", path: S3Signature.encodedPath("/test$file.text"),
            headers: [("x-amz-storage-class", "REDUCED_REDUNDANCY"), ("date", "Fri, 24 May 2013 00:00:00 GMT")],
            body: "Welcome to Amazon S3.",
            signature: "98ad721746da40c64f1a55b78f14c238d841ea1380cd77a1b5971af0ece108bd"),
        Example(
            method: "GET", path: "/", query: [("lifecycle", "")],
            signature: "fea454ca298b7da1c68078a5d1bdbfbbe0d65c699e0f91ac7a200a0136783543"),
        Example(
            method: "GET", path: "/", query: [("prefix", "J"), ("max-keys", "2")],
            signature: "34b48302e7b5fa45bde8084f4b7868a86f0a534bc59db6670ed5711ef69dc6f7"),
    ])
    func `a request is signed as Amazon's examples are`(_ example: Example) throws {
        let headers = Self.example.sign(
            example.method, path: example.path, query: example.query, headers: example.headers + [Self.host],
            bodyHash: S3Signature.hash(Data(example.body.utf8)), at: Self.date)
        let authorization = try #require(headers.last)
        #expect(authorization.name == "authorization")
        #expect(authorization.value.hasSuffix("Signature=\(example.signature)"))
        #expect(authorization.value.contains("Credential=AKIAIOSFODNN7EXAMPLE/20130524/us-east-1/s3/aws4_request, "))
    }
}
