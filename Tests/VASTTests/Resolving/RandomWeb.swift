@testable import VAST

/// Documents that point to each other at random, with every attribute and failure that a chain may have.
struct RandomWeb {
    let replies: [String: Reply]
    let options: ResolutionOptions

    /// - Parameter isTree: whether at most one wrapper points to each document.
    init(seed: UInt64, isTree: Bool) {
        let names = 1...12
        var source = Source(generator: Seeded(seed: seed), free: isTree ? Array(names.dropFirst()) : nil)
        replies = names.reduce(into: [:]) { $0[String($1)] = source.reply() }
        options = source.options()
    }
}

/// Creates documents and options.
private struct Source {
    var generator: Seeded
    /// The names of documents that no wrapper points to yet; `nil` when every document may be pointed to.
    var free: [Int]?
    /// Counts names, so that each is used once.
    private var count = 0
    private let blocked = "<BlockedAdCategories authority='iab'>7</BlockedAdCategories>"

    init(generator: Seeded, free: [Int]?) {
        self.generator = generator
        self.free = free
    }

    private mutating func pick<Value>(_ values: Value...) -> Value {
        values[Int.random(in: values.indices, using: &generator)]
    }

    mutating func reply() -> Reply {
        switch Int.random(in: 0..<20, using: &generator) {
        case 0: return .fails(pick(.unreachable, .timedOut, .tooLarge, .refusedScheme))
        case 1: return Reply(body: pick("", "<", "<html/>", "<VideoAdServingTemplate/>", "<VAST version='9.9'/>"))
        case 2: return .takes(pick(.seconds(1), .seconds(6), .seconds(20)), document())
        case 3 where free == nil: return .redirects(to: "https://a.example/\(pick(1, 2, 3))", document())
        default: return document()
        }
    }

    private mutating func document() -> Reply {
        let ads = (0..<pick(0, 1, 1, 1, 2, 3, 4)).map { _ in ad() }.joined()
        return vast(ads, version: pick("2.0", "3.0", "4.2"), error: pick(nil, name()))
    }

    private mutating func name() -> String {
        count += 1
        return "n\(count)"
    }

    private mutating func ad() -> String {
        let attributes =
            mostly("", "conditionalAd='true'", "adType='audio'") + pick("", " sequence='\(pick(0, 1, 1, 2, 3))'")
        guard pick(true, true, false), let target = target() else { return completeAd(attributes) }
        return wrapper(name(), to: target, flags(), ad: attributes, parts: pick("", blocked))
    }

    private mutating func completeAd(_ attributes: String) -> String {
        let category = "<Category authority='iab'>\(pick("6", "7"))</Category>"
        let expiry = "<Expires>\(pick("0", "1", "9999999999999999999", "-5"))</Expires>"
        return inLine(
            name(), attributes, parts: pick("", category, category + expiry),
            creative: mostly("<Linear><Duration>00:00:10</Duration></Linear>", "", "<Linear/>", "<CompanionAds/>"))
    }

    /// The name of a document, of a missing document, or a text that is not an address.
    private mutating func target() -> String? {
        guard let names = free else {
            return pick("1", "2", "3", "4", "5", "6", "7", "8", "99", "2?[CACHEBUSTING]", "x:y", "./1", "")
        }
        free = Array(names.dropFirst())
        return names.first.map(String.init)
    }

    private mutating func flags() -> String {
        let truth = pick("true", "false", "1", "0", "perhaps")
        return pick("", "followAdditionalWrappers='\(truth)'") + pick("", " allowMultipleAds='\(truth)'")
            + pick("", " fallbackOnNoAd='\(truth)'")
    }

    mutating func options() -> ResolutionOptions {
        var options = ResolutionOptions()
        options.limits.wrappers = mostly(5, 1, 0, -1, .max)
        options.limits.documents = mostly(30, 7, 1, 0, -1)
        options.limits.ads = mostly(50, 2, 0, -1)
        options.limits.pings = mostly(1_000, 3, 0, -1)
        options.limits.parts = mostly(1_000, 4, -1)
        options.timeouts.total = mostly(.seconds(15), .seconds(Int64.max), .zero, .seconds(-1), .seconds(Int64.min))
        options.expectations.media = mostly(Set(Ad.Medium.allCases), [.video], [])
        options.expectations.linearity = mostly(nil, .linear, .nonLinear)
        options.expectations.acceptsConditionalAds = pick(true, false)
        return options
    }

    /// Returns the usual value nine times out of ten.
    private mutating func mostly<Value>(_ usual: Value, _ odd: Value...) -> Value {
        guard Int.random(in: 0..<10, using: &generator) == 0 else { return usual }
        return odd[Int.random(in: odd.indices, using: &generator)]
    }
}
