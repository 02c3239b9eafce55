import Foundation

@testable import VAST

/// A document written for the tests, with its expected values.
///
/// The values are typed by hand. None was computed by the code under test.
struct SampleDocument: Sendable, CustomStringConvertible {
    let name: String
    let data: Data
    let expected: Document

    var description: String { name }

    init(_ name: String, _ text: String, _ expected: Document) {
        self.init(name, data: Data(text.utf8), expected)
    }

    init(_ name: String, data: Data, _ expected: Document) {
        self.name = name
        self.data = data
        self.expected = expected
    }

    /// All documents that can be parsed.
    static let all = [
        inLines, linears, media, wrappers, pods, companions, nonLinears, icons, measured, extended, older, damaged,
        foreign,
    ].flatMap { $0 }
}

extension Document {
    /// One complete ad.
    static func inLine(_ version: Version?, id: String? = nil, _ inLine: InLine) -> Document {
        Document(version: version, ads: [Ad(id: id, content: .inLine(inLine))])
    }

    /// One complete ad with only creatives.
    static func creatives(_ version: Version?, _ creatives: Creative...) -> Document {
        .inLine(version, InLine(parts: AdParts(creatives: creatives)))
    }

    /// One complete ad with only one linear creative.
    static func linear(_ version: Version?, _ linear: Linear) -> Document {
        .creatives(version, Creative(linear: linear))
    }

    /// One wrapper.
    static func wrapper(_ version: Version?, _ wrapper: Wrapper) -> Document {
        Document(version: version, ads: [Ad(content: .wrapper(wrapper))])
    }

    // The version is 4.2 unless another is given.

    static func inLine(_ inLine: InLine) -> Document { .inLine(Version(4, 2), inLine) }

    static func creatives(_ creative: Creative) -> Document { .creatives(Version(4, 2), creative) }

    static func linear(_ linear: Linear) -> Document { .linear(Version(4, 2), linear) }

    static func wrapper(_ wrapper: Wrapper) -> Document { .wrapper(Version(4, 2), wrapper) }
}
