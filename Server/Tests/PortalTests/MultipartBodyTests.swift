import Foundation
import Testing

@testable import Portal

/// A form with a file, read as browsers write it, and refused in every other form.
@Suite struct MultipartBodyTests {
    private static func part(_ head: String, _ content: String) -> String {
        "--b\r\nContent-Disposition: form-data; \(head)\r\n\r\n\(content)\r\n"
    }

    @Test func `fields and the file are read, with line ends and bytes as they are`() throws {
        let text =
            Self.part("name=\"csrf\"", "token") + Self.part("name=\"note\"", "two\r\nlines --b")
            + Self.part("name=\"file\"; filename=\"C:\\a\\b; c.csv\"", "x\r\n--c\r\n") + "--b--\r\n"
        let body = try MultipartBody(Data(text.utf8), boundary: "b")
        #expect(body.fields.map(\.name) == ["csrf", "note"])
        #expect(body.fields.map(\.value) == ["token", "two\r\nlines --b"])
        #expect(body.file == UploadedFile(name: "b; c.csv", data: Data("x\r\n--c\r\n".utf8)))
        let form = FormFields(body)
        #expect(form["csrf"] == "token" && form.raw("note") == "two\nlines --b" && form.file != nil)
    }

    @Test(arguments: [
        "", "--b", "--b\r\n", "--c\r\n\r\n--c--", MultipartBodyTests.part("name=\"a\"", "x"),
        "--b\r\nno head\r\n\r\nx\r\n--b--",
        "--b\r\nContent-Disposition: form-data\r\n\r\nx\r\n--b--",
        "--b\r\n" + String(repeating: "x", count: 5000) + "\r\n\r\nx\r\n--b--",
        (0...101).map { MultipartBodyTests.part("name=\"\($0)\"", "x") }.joined() + "--b--",
    ])
    func `a body of another form is refused`(_ text: String) {
        #expect(throws: PortalError.self) { try MultipartBody(Data(text.utf8), boundary: "b") }
    }

    @Test(arguments: [
        ("multipart/form-data; boundary=abc", "abc"), ("Multipart/Form-Data; boundary=\"a b\"", "a b"),
        ("multipart/form-data", nil), ("multipart/form-data; boundary=", nil), ("text/plain; boundary=abc", nil),
        ("multipart/form-data; boundary=" + String(repeating: "x", count: 71), nil),
    ])
    func `the boundary stands in the type`(_ type: String, _ boundary: String?) {
        #expect(MultipartBody.boundary(of: type) == boundary)
    }
}
