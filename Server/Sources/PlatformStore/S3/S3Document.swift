import Foundation
import XMLTree

/// An XML document that an object store answered.
struct S3Document {
    private let element: XMLElement

    /// - Throws: ``S3Failure`` for bytes that are no XML, or that declare anything: no answer of S3 does.
    init(_ bytes: Data) throws(S3Failure) {
        guard bytes.range(of: Data("<!".utf8)) == nil, let element = try? XMLElement.parse(Array(bytes)) else {
            throw S3Failure("the object store answered with something that is not its XML", isTransient: true)
        }
        self.element = element
    }

    /// The document's root, if that is its name. MinIO and others leave out the namespace here and there.
    func root(_ name: String) -> XMLElement? { element.name == name ? element : nil }
}
