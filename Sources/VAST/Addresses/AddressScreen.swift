/// Removes the addresses that the policy refuses from a value, completes relative addresses, and records what it
/// removed.
///
/// This is the only place that decides about the addresses of documents. A blank page (`about:blank`) stands for no
/// address and is removed without a record.
struct AddressScreen {
    private let policy: AddressPolicy
    /// The document that contains the addresses being checked.
    var origin: Origin
    private(set) var refused: [RefusedAddress] = []
    /// The number of bytes that may still be added to relative addresses. A long document address would be repeated in
    /// each of them.
    private var completionBytes = 1 << 20

    init(_ policy: AddressPolicy, at origin: Origin) {
        self.policy = policy
        self.origin = origin
    }

    /// The address, completed and allowed; `nil` when the policy refuses it.
    mutating func admitted(_ url: URLTemplate?, for use: RefusedAddress.Use) -> URLTemplate? {
        guard let url, !url.isBlankPage else { return nil }
        let complete = completed(url)
        if policy.admits(complete) { return complete }
        refused.append(RefusedAddress(url, for: use, from: origin))
        return nil
    }

    mutating func admitted(_ urls: [URLTemplate], for use: RefusedAddress.Use) -> [URLTemplate] {
        urls.compactMap { admitted($0, for: use) }
    }

    mutating func admitted(_ click: Click?, for use: RefusedAddress.Use) -> Click? {
        guard let click, let url = admitted(click.url, for: use) else { return nil }
        return Click(id: click.id, url: url)
    }

    mutating func admitted(_ clicks: [Click]) -> [Click] { clicks.compactMap { admitted($0, for: .tracking) } }

    mutating func admitted(_ events: [TrackingEvent]) -> [TrackingEvent] {
        admitted(events, at: \.url, for: .tracking)
    }

    mutating func admitted(_ resources: [Resource]) -> [Resource] {
        resources.compactMap { resource in
            switch resource {
            case .html: resource
            case .frame(let url): admitted(url, for: .resource).map { .frame(url: $0) }
            case .file(let url, let type): admitted(url, for: .resource).map { .file(url: $0, type: type) }
            }
        }
    }

    /// The values whose address is allowed.
    mutating func admitted<Value>(
        _ values: [Value], at path: WritableKeyPath<Value, URLTemplate>, for use: RefusedAddress.Use
    ) -> [Value] {
        values.compactMap { value in
            guard let url = admitted(value[keyPath: path], for: use) else { return nil }
            var value = value
            value[keyPath: path] = url
            return value
        }
    }

    /// Completes an address relative to its document. It stays relative when the document's address is unknown or the
    /// byte limit is reached.
    private mutating func completed(_ url: URLTemplate) -> URLTemplate {
        guard Address.scheme(of: url.text) == nil else { return url }
        if url.text.hasPrefix("//") { return URLTemplate(origin.webScheme + ":" + url.text) ?? url }
        guard let base = origin.address, base.utf8.count <= completionBytes,
            let complete = Address.resolve(url.text, against: base).flatMap({ URLTemplate($0) })
        else { return url }
        completionBytes -= base.utf8.count
        return complete
    }
}

extension Origin {
    /// The scheme for addresses that begin with `//`.
    fileprivate var webScheme: String { address.map { Address.webScheme(of: $0) } ?? "https" }
}
