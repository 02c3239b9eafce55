import Testing

@testable import Placements

@Suite struct FormParametersTests {
    @Test func `a query and a form are read together, with spaces, marks and empty values`() {
        let read = FormParameters("a=b+c&d=%C3%A9&e=&f", "g=x=y")?.values
        #expect(read == ["a": "b c", "d": "é", "e": "", "f": "", "g": "x=y"])
    }

    @Test(arguments: ["a=1&a=2", "a=%zz", "a=%00", "=1", "a=%FF"])
    func `what is ambiguous or no text is refused`(_ text: String) {
        #expect(FormParameters(text)?.values == nil)
    }

    @Test func `a parameter of the query does not stand in the body too, and there is a most of them`() {
        #expect(FormParameters("a=1", "a=1")?.values == nil)
        let many = (0...FormParameters.most).map { "p\($0)=1" }.joined(separator: "&")
        #expect(FormParameters(many)?.values == nil)
    }
}
