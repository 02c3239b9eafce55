import Foundation
import NIOHTTP1
import XMLTree

/// Large blobs are sent in parts, each of which is sent again by itself when it fails.
extension S3Blobs {
    /// - Parameter bytes: reads a range of the blob.
    func putInParts(
        _ length: Int, as name: String, _ bytes: @Sendable (Range<Int>) async throws(StoreError) -> Data
    ) async throws(StoreError) {
        let upload = try await begin(name)
        do throws(StoreError) {
            let size = max(sizes.part, (length + Self.maximumParts - 1) / Self.maximumParts)
            var tags: [String] = []
            while tags.count * size < length {
                let start = tags.count * size
                let part = try await bytes(start..<min(start + size, length))
                tags.append(try await send(part, number: tags.count + 1, of: name, upload))
            }
            try await complete(name, upload, tags, length: length)
        } catch {
            // Parts of an upload that is never completed would cost room for ever.
            await abort(name, upload)
            throw error
        }
    }

    private func begin(_ name: String) async throws(StoreError) -> String {
        var request = S3Request(method: .POST, key: name, query: [("uploads", "")])
        request.headers = [("content-type", "application/octet-stream")]
        return try await client.send(request) { (answer) throws(S3Failure) in
            guard answer.status == 200 else { throw S3Failure(answer) }
            guard let id = try S3Document(answer.body).root("InitiateMultipartUploadResult")?.value("UploadId") else {
                throw S3Failure("the object store began an upload without naming it", isTransient: true)
            }
            return id
        }
    }

    /// - Returns: the entity tag by which the store knows the part.
    private func send(
        _ part: Data, number: Int, of name: String, _ upload: String
    ) async throws(StoreError) -> String {
        let request = S3Request(
            method: .PUT, key: name, query: [("partNumber", "\(number)"), ("uploadId", upload)], body: part)
        return try await client.send(request) { (answer) throws(S3Failure) in
            guard answer.status == 200 else { throw S3Failure(answer) }
            guard let tag = answer.headers.first(name: "etag"), tag.utf8.allSatisfy({ (0x21...0x7E).contains($0) }),
                tag.utf8.count <= 200
            else {
                throw S3Failure("the object store took a part without a tag for it", isTransient: true)
            }
            return tag
        }
    }

    private func complete(
        _ name: String, _ upload: String, _ tags: [String], length: Int
    ) async throws(StoreError) {
        let parts = tags.enumerated().map { index, tag in
            "<Part><PartNumber>\(index + 1)</PartNumber><ETag>\(Self.escaped(tag))</ETag></Part>"
        }
        let document =
            "<CompleteMultipartUpload xmlns=\"http://s3.amazonaws.com/doc/2006-03-01/\">\(parts.joined())</CompleteMultipartUpload>"
        var request = S3Request(method: .POST, key: name, query: [("uploadId", upload)], body: Data(document.utf8))
        request.headers = [("content-type", "application/xml")]
        let isComplete = try await client.send(request) { (answer) throws(S3Failure) in
            let failure = S3Failure(answer)
            // An earlier attempt may have succeeded without its answer arriving.
            if failure.code == "NoSuchUpload" { return false }
            guard answer.status == 200 else { throw failure }
            // The store answers 200 before it joins the parts; an error may follow in the document.
            guard try S3Document(answer.body).root("CompleteMultipartUploadResult") != nil else { throw failure }
            return true
        }
        if isComplete { return }
        guard try await self.length(of: name) == length else {
            throw StoreError(.storage, "the object store lost the parts of \(name) before they were joined")
        }
    }

    private func abort(_ name: String, _ upload: String) async {
        // Also when the caller was cancelled.
        await Task { [client] in
            let request = S3Request(method: .DELETE, key: name, query: [("uploadId", upload)])
            // What stays is for the bucket's rule about incomplete uploads; the caller gets the error of the upload.
            try? await client.send(request) { (answer) throws(S3Failure) in
                guard [200, 204, 404].contains(answer.status) else { throw S3Failure(answer) }
            }
        }.value
    }

    private static func escaped(_ text: String) -> String {
        text.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing("\"", with: "&quot;")
    }
}
