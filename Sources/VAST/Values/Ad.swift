/// One ad of a document: a complete ad, or a pointer to another document (VAST 4.3, section 3.3).
public struct Ad: Sendable, Hashable {
    /// The kind of player that an ad is for (from 4.1 on).
    public enum Medium: String, Sendable, CaseIterable {
        /// Video; also the meaning of a missing type.
        case video
        /// Audio without a picture.
        case audio
        /// Video that also works as audio alone.
        case hybrid
    }

    /// The content of an ad.
    public enum Content: Sendable, Hashable {
        /// A complete ad.
        case inLine(InLine)
        /// A pointer to a document with the ad, or with another pointer.
        case wrapper(Wrapper)
    }

    /// The ad server's id.
    public var id: String?
    /// The position in a pod, from 1; `nil` for a stand-alone ad.
    public var sequence: Int?
    /// Whether the ad may decide to show nothing (4.0 only, deprecated).
    public var isConditional: Bool
    /// `nil` when the document does not state it, which means video.
    public var medium: Medium?
    /// The complete ad or the pointer to it.
    public var content: Content

    /// Only the content is required.
    public init(
        id: String? = nil, sequence: Int? = nil, isConditional: Bool = false, medium: Medium? = nil, content: Content
    ) {
        self.id = id
        self.sequence = sequence
        self.isConditional = isConditional
        self.medium = medium
        self.content = content
    }

    /// The parts that both kinds of content share.
    public var parts: AdParts {
        switch content {
        case .inLine(let inLine): inLine.parts
        case .wrapper(let wrapper): wrapper.parts
        }
    }
}
