public import Foundation

/// The hub's answer to a ``ResourceRequest`` of a web view.
public enum ResourceAnswer: Sendable, Hashable {
    /// Bytes from the verified release. The names of `headers` are in lower case and include `content-type`.
    case content(Data, mediaType: String, headers: [String: String])
    /// The resource is not in the release, but the rules allow it. The web view may load it from the network, and asks
    /// again before it follows a redirect.
    case network
    /// The resource is refused. The surface answers as if the resource did not exist, and never loads it in another
    /// way.
    case denied(DenialReason)
}
