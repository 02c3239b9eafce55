import Foundation
import Testing

@testable import PlatformStore

@Suite struct S3AddressTests {
    @Test(arguments: [
        ("s3://pages?region=eu-central-1", "https", "pages.s3.eu-central-1.amazonaws.com", "/", ""),
        ("s3://pages/a/b?region=eu-central-1", "https", "pages.s3.eu-central-1.amazonaws.com", "/", "a/b/"),
        ("s3://pages/a/?region=eu-west-1&style=path", "https", "s3.eu-west-1.amazonaws.com", "/pages/", "a/"),
        ("s3://pages.example.org?region=eu-west-1", "https", "s3.eu-west-1.amazonaws.com", "/pages.example.org/", ""),
        ("s3://pages?endpoint=http://127.0.0.1:9000", "http", "127.0.0.1:9000", "/pages/", ""),
        ("s3://pages?endpoint=https://Objects.example:443/", "https", "objects.example", "/pages/", ""),
        ("s3://pages?endpoint=http://[::1]:9000", "http", "[::1]:9000", "/pages/", ""),
        ("s3://pages?endpoint=https://objects.example&style=virtual", "https", "pages.objects.example", "/", ""),
    ])
    func `an address says how the bucket is reached`(
        _ text: String, _ scheme: String, _ host: String, _ path: String, _ prefix: String
    ) throws {
        let address = try S3Address(text)
        #expect([address.scheme, address.host, address.path, address.prefix] == [scheme, host, path, prefix])
    }

    @Test func `the region stands in the address, or in the environment, or does not matter`() throws {
        #expect(try S3Address("s3://pages?region=eu-west-1", region: "us-west-2").region == "eu-west-1")
        #expect(try S3Address("s3://pages", region: "us-west-2").region == "us-west-2")
        #expect(try S3Address("s3://pages?endpoint=http://127.0.0.1").region == "us-east-1")
    }

    @Test(arguments: [
        "", "pages", "http://pages", "s3://", "s3://pages", "s3://pages?region=", "s3://pages?region=EU",
        "s3://Pages?region=a", "s3://pa?region=a", "s3://-pages?region=a", "s3://pages.?region=a", "s3://a..b?region=a",
        "s3://topsecret:key@pages?region=a", "s3://key@pages?region=a", "s3://pages:80?region=a",
        "s3://pages?region=a#b",
        "s3://pages?region=a&secret=topsecret", "s3://pages?region=a&region=b", "s3://pages?region=a&style=else",
        "s3://pages//a?region=a", "s3://pages/../a?region=a", "s3://pages/.a?region=a", "s3://pages/a%20b?region=a",
        "s3://pages?endpoint=ftp://a", "s3://pages?endpoint=objects.example", "s3://pages?endpoint=http://a/b",
        "s3://pages?endpoint=http://topsecret@a", "s3://pages?endpoint=",
    ])
    func `an address that is none is refused without being quoted`(_ text: String) {
        let error = #expect(throws: StoreError.self) { try S3Address(text) }
        #expect(error?.code == .invalid && error?.message.contains("topsecret") == false)
    }

    @Test(arguments: [
        [:], ["AWS_ACCESS_KEY_ID": "a"], ["AWS_SECRET_ACCESS_KEY": "topsecret"],
        ["AWS_ACCESS_KEY_ID": "a", "AWS_SECRET_ACCESS_KEY": ""],
        ["AWS_ACCESS_KEY_ID": "a\n", "AWS_SECRET_ACCESS_KEY": "topsecret"],
        ["AWS_ACCESS_KEY_ID": "a", "AWS_SECRET_ACCESS_KEY": "topsecret "],
        ["AWS_ACCESS_KEY_ID": "a", "AWS_SECRET_ACCESS_KEY": "topsecret", "AWS_SESSION_TOKEN": "a\r\nb"],
    ])
    func `a key that is incomplete or could not be sent is refused`(_ environment: [String: String]) {
        let error = #expect(throws: StoreError.self) {
            try ObjectsAddress("s3://pages?region=a", environment: environment)
        }
        #expect(error?.code == .invalid && error?.message.contains("topsecret") == false)
    }

    @Test func `an address shows no key`() throws {
        let environment = [
            "AWS_ACCESS_KEY_ID": "known", "AWS_SECRET_ACCESS_KEY": "topsecret", "AWS_SESSION_TOKEN": "token",
            "AWS_REGION": "eu-west-1",
        ]
        let address = try ObjectsAddress("s3://pages/a", environment: environment)
        let credentials = try S3Credentials(environment: environment)
        var dumped = ""
        dump(address, to: &dumped)
        dump(credentials, to: &dumped)
        for text in [
            "\(address)", String(reflecting: address), "\(credentials)", String(reflecting: credentials), dumped,
        ] {
            #expect(!text.contains("topsecret") && !text.contains("token"), "\(text)")
        }
        #expect("\(address)" == "s3://pages/a/?region=eu-west-1")
        #expect(address.isShared && !ObjectsAddress.folder.isShared)
        #expect(try ObjectsAddress("", environment: [:]) == .folder)
    }
}
