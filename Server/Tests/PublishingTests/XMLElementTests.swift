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
}
