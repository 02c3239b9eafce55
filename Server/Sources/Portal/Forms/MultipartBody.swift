import Foundation

/// The parts of a form that sends a file, `multipart/form-data` (RFC 7578).
struct MultipartBody: Sendable {
    /// The most parts of a form, files included.
    static let maximumParts = 100
    private static let maximumHead = 4096

    private(set) var fields: [(name: String, value: String)] = []
    /// The first file that has a name or bytes.
    private(set) var file: UploadedFile?

    /// - Throws: ``PortalError`` with `invalidField` for a body of another form, `tooLarge` for too many parts.
    init(_ body: Data, boundary: String) throws(PortalError) {
        let (line, end) = (Data("--\(boundary)".utf8), Data("\r\n\r\n".utf8))
        let next = Data("\r\n".utf8) + line
        guard body.starts(with: line) else { throw Self.unreadable }
        var position = body.startIndex + line.count
        for _ in 0...Self.maximumParts {
            if body[position...].starts(with: "--".utf8) { return }
            let window = position..<min(body.endIndex, position + Self.maximumHead)
            guard let head = body.range(of: end, in: window),
                let close = body.range(of: next, in: head.upperBound..<body.endIndex)
            else { throw Self.unreadable }
            try add(body[position..<head.lowerBound], body[head.upperBound..<close.lowerBound])
            position = close.upperBound
        }
        throw PortalError(.tooLarge, "The form has too many fields.")
    }

    /// What separates the parts; `nil` for the type of another body.
    static func boundary(of contentType: String) -> String? {
        guard contentType.lowercased().hasPrefix("multipart/form-data") else { return nil }
        let halves = contentType.components(separatedBy: "boundary=")
        let value = halves.count == 2 ? halves[1].trimmingCharacters(in: CharacterSet(charactersIn: " \"")) : ""
        return (1...70).contains(value.utf8.count) ? value : nil
    }

    private mutating func add(_ head: Data, _ content: Data) throws(PortalError) {
        guard let part = Self.part(head) else { throw Self.unreadable }
        guard let file = part.file else {
            guard let value = String(bytes: content, encoding: .utf8) else { throw Self.unreadable }
            return fields.append((part.name, value))
        }
        if self.file == nil, !(file.isEmpty && content.isEmpty) {
            let bare = file.split { $0 == "/" || $0 == "\\" }.last.map(String.init) ?? ""
            self.file = UploadedFile(name: bare, data: Data(content))
        }
    }

    /// The name of a part, and of its file; `nil` for a head that names no part.
    static func part(_ head: Data) -> (name: String, file: String?)? {
        guard let head = String(bytes: head, encoding: .utf8) else { return nil }
        let lines = head.split(whereSeparator: \.isNewline)
        guard let line = lines.first(where: { $0.lowercased().hasPrefix("content-disposition:") }),
            let name = parameter("name", of: line)
        else { return nil }
        return (name, parameter("filename", of: line))
    }

    /// A parameter in quotes; browsers write a quote inside as `%22`.
    private static func parameter(_ name: String, of header: some StringProtocol) -> String? {
        guard let start = header.range(of: "; \(name)=\"") else { return nil }
        let rest = header[start.upperBound...]
        guard let end = rest.firstIndex(of: "\"") else { return nil }
        return String(rest[..<end]).replacing("%22", with: "\"")
    }

    private static let unreadable = PortalError(.invalidField, "The form could not be read.")
}
