import Foundation
import XMLTree

/// One page of a bucket's listing (ListObjectsV2).
struct S3Page: Sendable {
    let entries: [BlobEntry]
    /// What the next page is asked with; `nil` after the last one.
    let continuation: String?

    /// - Parameter prefix: what all keys begin with, and names do not.
    init(_ answer: S3Answer, below prefix: String) throws(S3Failure) {
        guard answer.status == 200 else { throw S3Failure(answer) }
        guard let root = try S3Document(answer.body).root("ListBucketResult") else {
            throw S3Failure("the object store answered a listing with another document", isTransient: true)
        }
        entries = root.all("Contents").compactMap { element in
            guard let key = element.value("Key"), key.hasPrefix(prefix) else { return nil }
            let date = element.value("LastModified").flatMap(Self.date)
            return BlobEntry(
                name: String(key.dropFirst(prefix.count)),
                stored: Int((date?.timeIntervalSince1970 ?? 0) * 1000) * 1_000_000)
        }
        let isLast = root.value("IsTruncated") != "true"
        continuation = isLast ? nil : root.value("NextContinuationToken")
        guard isLast || continuation != nil else {
            throw S3Failure("the object store lists no more than one page: it does not know ListObjectsV2")
        }
    }

    /// Some stores write times without a fraction.
    private static func date(_ text: String) -> Date? {
        [true, false].lazy.compactMap {
            try? Date.ISO8601FormatStyle(includingFractionalSeconds: $0).parse(text)
        }.first
    }
}
