import PlatformStore

/// What a change of many articles did, in words above the list: the list's address carries the numbers.
struct EditNotice: Sendable {
    /// What was done to the articles.
    enum Kind: String, Sendable, CaseIterable {
        case ready
        case draft
        case withdrawn
        case tagged
        case untagged
        case deleted
        /// Nothing was ticked.
        case none
        /// What was typed cannot be a tag.
        case tag
    }

    let kind: Kind
    var changed = 0
    var unchanged = 0
    var missed = 0
    var refused = 0

    init(_ kind: Kind, _ outcome: ArticleEditOutcome? = nil) {
        self.kind = kind
        guard let outcome else { return }
        (changed, unchanged) = (outcome.changed.count, outcome.unchanged.count)
        (missed, refused) = (outcome.missed.count, outcome.refused.count)
    }

    /// Reads the numbers from the list's address; `nil` when it has none.
    init?(_ query: FormFields) {
        guard let kind = Kind(rawValue: query["done"]) else { return nil }
        self.kind = kind
        let counts = ["changed", "unchanged", "missed", "refused"].map {
            query.number($0, in: 0...ArticleEdit.maximumArticles) ?? 0
        }
        (changed, unchanged, missed, refused) = (counts[0], counts[1], counts[2], counts[3])
    }

    /// The numbers as they stand in an address.
    var parts: [(name: String, value: String)] {
        let counts = [("changed", changed), ("unchanged", unchanged), ("missed", missed), ("refused", refused)]
        return [("done", kind.rawValue)] + counts.filter { $0.1 > 0 }.map { ($0.0, String($0.1)) }
    }

    var notice: PageFrame.Notice {
        switch kind {
        case .none: return .init(kind: "bad", text: "Nothing was changed. Tick articles first.")
        case .tag:
            return .init(
                kind: "bad", text: "Nothing was changed. Write one tag of at most 256 bytes, without a comma.")
        default: break
        }
        var sentences = changed > 0 ? [done] : []
        if unchanged > 0 {
            sentences.append("\(Self.articles(unchanged)) \(unchanged == 1 ? "is" : "are") so already.")
        }
        if missed > 0 {
            sentences.append(
                "\(Self.articles(missed)) \(missed == 1 ? "stays as it is" : "stay as they are"): somebody saved or deleted \(missed == 1 ? "it" : "them") meanwhile."
            )
        }
        if refused > 0 { sentences.append(refusal) }
        let isWhole = changed > 0 && missed + refused == 0
        return .init(kind: isWhole ? "good" : "careful", text: sentences.joined(separator: " "))
    }

    private var done: String {
        let (articles, verb) = (Self.articles(changed), changed == 1 ? "is" : "are")
        switch kind {
        case .ready: return "\(articles) \(verb) marked ready: the next publish takes \(changed == 1 ? "it" : "them")."
        case .draft:
            return "\(articles) \(verb) \(changed == 1 ? "a draft" : "drafts") again. Devices keep what is live."
        case .withdrawn: return "\(articles) \(verb) taken down, and \(changed == 1 ? "is a draft" : "are drafts") now."
        case .tagged: return "\(articles) got the tag."
        case .untagged: return "\(articles) lost the tag."
        case .deleted: return "\(articles) \(verb) deleted."
        case .none, .tag: return ""
        }
    }

    private var refusal: String {
        let articles = Self.articles(refused)
        return kind == .ready
            ? "\(articles) \(refused == 1 ? "has" : "have") no title and \(refused == 1 ? "stays a draft" : "stay drafts")."
            : "\(articles) \(refused == 1 ? "has" : "have") 64 tags already, which is the most."
    }

    private static func articles(_ count: Int) -> String { count == 1 ? "1 article" : "\(count) articles" }
}
