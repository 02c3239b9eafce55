import Foundation
import Testing
import XMLTree

@testable import Publishing

@Suite struct XMLElementTests {
    @Test func `an element's text is all text below it, in order`() throws {
        let root = try XMLElement.parse(Data("<a>1<b>2<c>3</c>4</b><![CDATA[5<]]>&amp;<d/>6</a>".utf8))
        #expect(root.text == "12345<&6")
        #expect(root.children.map(\.text) == ["234", ""])
    }

    @Test func `markup is kept once, at the outermost element that has it`() throws {
        let root = try XMLElement.parse(
            Data(#"<e><content type="xhtml"><div type="xhtml">x<p>y</p></div></content></e>"#.utf8))
        let content = try #require(root.first("content"))
        #expect(content.markup == #"<div type="xhtml">x<p>y</p></div>"#)
        #expect(content.children.first?.markup.isEmpty == true)
    }

    private static let many = (0..<101).map { "a\($0)=\"\"" }.joined(separator: " ")

    @Test(arguments: [
        ("<a \(many)/>", false), ("<a><b \(many)/></a>", false), ("<?x ' ?><a \(many)/>", false),
        ("<?x <!-- ?><a \(many)/>", false), ("<!-- ' --><a \(many)/>", false),
        ("<!DOCTYPE a SYSTEM '<!--'><a \(many)/>", false), ("<a b='x' \(many)></a>", false),
        ("<!DOCTYPE a [<!ENTITY e '<!--'>]><a \(many)/>", false), ("<a '<b \(many)/></a>", false),
        ("<a><!-- <b \(many)/> --></a>", true), ("<a><![CDATA[<b \(many)/>]]></a>", true),
        ("<a b=\"\(many.replacing("\"", with: "'"))\">\(many)</a>", true), ("<a \(many.dropLast(8))/>", true),
    ])
    func `an element has 100 attributes at most, whatever stands before it`(_ text: String, _ isTaken: Bool) {
        let message: String?
        do {
            _ = try XMLElement.parse(Array(text.utf8))
            message = nil
        } catch { message = (error as? XMLElement.Failure)?.message ?? "" }
        #expect((message == nil) == isTaken, "\(message ?? "")")
        if !isTaken { #expect(message?.contains("100 attributes") == true) }
    }
}
