/// One ad of a document: complete, or a pointer to where it is (VAST 4.3, section 3.3).
public struct Ad: Sendable, Hashable {
    /// What kind of player an ad is for (from 4.1 on).
    public enum Medium: String, Sendable, CaseIterable {
        /// Pictures that move; what a document means that does not say.
        case video
        /// Sound alone.
        case audio
        /// Video that makes sense as sound alone.
        case hybrid
    }

    /// What an ad consists of.
    public enum Content: Sendable, Hashable {
        /// A complete ad.
        case inLine(InLine)
        /// A pointer to the document that has it, or that points on.
        case wrapper(Wrapper)
    }

    /// As the server names it.
    public var id: String?
    /// Its place in a pod, from 1; `nil` for an ad that stands alone.
    public var sequence: Int?
    /// 4.0 only, deprecated: the ad may decide not to show anything.
    public var isConditional: Bool
    /// `nil` when the document does not say, which means video.
    public var medium: Medium?
    /// The ad itself or the way to it.
    public var content: Content

    /// Makes an ad of its parts.
    public init(
        id: String? = nil, sequence: Int? = nil, isConditional: Bool = false, medium: Medium? = nil, content: Content
    ) {
        self.id = id
        self.sequence = sequence
        self.isConditional = isConditional
        self.medium = medium
        self.content = content
    }

    /// What both kinds of content have.
    public var parts: AdParts {
        switch content {
        case .inLine(let inLine): inLine.parts
        case .wrapper(let wrapper): wrapper.parts
        }
    }
}
