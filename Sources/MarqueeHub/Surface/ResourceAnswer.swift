public import Foundation

/// What a web view gets for a ``ResourceRequest``.
public enum ResourceAnswer: Sendable, Hashable {
    /// Bytes from the verified release. `headers` names are in lower case and include `content-type`.
    case content(Data, mediaType: String, headers: [String: String])
    /// Not the release's, but exempt: the web view may fetch it itself, and asks again for a redirect.
    case network
    /// To be answered as if there were nothing; never to be fetched in another way.
    case denied(DenialReason)
}
