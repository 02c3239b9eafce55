import Foundation

/// A form that sends a file, `multipart/form-data` (RFC 7578), read as it arrives: the fields are kept in memory, the file
/// is handed on piece by piece.
struct MultipartStream {
    /// The most bytes of all fields together.
    static let mostFieldBytes = 64 << 10
    private static let mostHeadBytes = 4096
    /// The most bytes of a form beside its file: fields, and the heads of all parts.
    static let mostBeside = 1 << 20

    private enum State {
        /// Before what separates two parts.
        case border
        case head
        case field(String)
        case file
        /// A second file, which is not kept.
        case surplus
        case ended
    }

    /// A line end, two hyphens and the boundary.
    private let border: [UInt8]
    /// What was not read yet; the beginning of a form has no line end of its own.
    private var rest: [UInt8] = Array("\r\n".utf8)
    private var state = State.border
    private var value: [UInt8] = []
    private var fieldBytes = 0
    private var parts = 0

    private(set) var fields: [(name: String, value: String)] = []
    /// As the browser names the file, without folders; `nil` before it came.
    private(set) var fileName: String?

    init(boundary: String) { border = Array("\r\n--\(boundary)".utf8) }

    /// Reads the next bytes of a body.
    /// - Parameter store: takes the next bytes of the file.
    /// - Throws: ``PortalError`` with `invalidField` for a body of another form, `tooLarge` for too many parts or fields;
    ///   what `store` throws.
    mutating func read(_ bytes: some Sequence<UInt8>, store: (ArraySlice<UInt8>) throws -> Void) throws {
        rest += bytes
        var isStuck = false
        while !isStuck {
            switch state {
            case .border: isStuck = try !readBorder()
            case .head: isStuck = try !readHead()
            case .field, .file, .surplus: isStuck = try !readContent(store)
            case .ended:
                rest.removeAll()
                isStuck = true
            }
        }
    }

    /// - Throws: ``PortalError`` with `invalidField` for a form that did not arrive whole.
    func requireEnd() throws(PortalError) {
        guard case .ended = state else { throw Self.unreadable }
    }

    /// - Returns: whether all of it was there.
    private mutating func readBorder() throws(PortalError) -> Bool {
        guard rest.count >= border.count + 2 else { return false }
        guard rest.starts(with: border) else { throw Self.unreadable }
        let isLast = rest[border.count...].starts(with: "--".utf8)
        guard isLast || rest[border.count...].starts(with: "\r\n".utf8) else { throw Self.unreadable }
        rest.removeFirst(border.count + 2)
        parts += 1
        guard isLast || parts <= MultipartBody.maximumParts else {
            throw PortalError(.tooLarge, "The form has too many fields.")
        }
        state = isLast ? .ended : .head
        return true
    }

    private mutating func readHead() throws(PortalError) -> Bool {
        guard let end = Self.place(of: Array("\r\n\r\n".utf8), in: rest, upTo: Self.mostHeadBytes) else {
            guard rest.count < Self.mostHeadBytes else { throw Self.unreadable }
            return false
        }
        guard let part = MultipartBody.part(Data(rest[..<end])) else { throw Self.unreadable }
        // The line end stays: it belongs to what separates an empty content from the next part.
        rest.removeFirst(end + 4)
        value = []
        guard let file = part.file else {
            state = .field(part.name)
            return true
        }
        // A form whose file nobody chose sends one without a name.
        state = fileName == nil && !file.isEmpty ? .file : .surplus
        if case .file = state { fileName = file.split { $0 == "/" || $0 == "\\" }.last.map(String.init) ?? "" }
        return true
    }

    /// Passes on what is certain to be content.
    private mutating func readContent(_ store: (ArraySlice<UInt8>) throws -> Void) throws -> Bool {
        let end = Self.place(of: border, in: rest, upTo: rest.count)
        let certain = end ?? max(0, rest.count - border.count + 1)
        switch state {
        case .field:
            fieldBytes += certain
            guard fieldBytes <= Self.mostFieldBytes else {
                throw PortalError(.tooLarge, "The fields of the form are too large.")
            }
            value += rest[..<certain]
        case .file: try store(rest[..<certain])
        case .surplus, .border, .head, .ended: break
        }
        rest.removeFirst(certain)
        guard end != nil else { return false }
        if case .field(let name) = state {
            guard let text = String(validating: value, as: UTF8.self) else { throw Self.unreadable }
            fields.append((name, text))
        }
        state = .border
        return true
    }

    /// Where a word begins.
    private static func place(of word: [UInt8], in bytes: [UInt8], upTo limit: Int) -> Int? {
        bytes.withUnsafeBytes { bytes in
            word.withUnsafeBytes { word in
                guard let start = bytes.baseAddress, let wanted = word.baseAddress else { return nil }
                var place = 0
                let last = min(limit, bytes.count) - word.count
                while place <= last, let found = memchr(start + place, Int32(word[0]), last - place + 1) {
                    place = UnsafeRawPointer(found) - start
                    if memcmp(found, wanted, word.count) == 0 { return place }
                    place += 1
                }
                return nil
            }
        }
    }

    private static let unreadable = PortalError(.invalidField, "The form could not be read.")
}
