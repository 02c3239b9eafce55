/// An open `Verification` of a wrapper. In 4.0 it may contain the wrapper's `ViewableImpression`, which 4.1 moved to
/// the wrapper itself. In both cases the addresses belong to the wrapper.
final class WrapperVerification: OpenElement {
    private let verification: Frame<Verification>
    private let wrapper: Frame<WrapperDraft>

    init(in wrapper: Frame<WrapperDraft>, _ attributes: [String: String]) {
        self.wrapper = wrapper
        verification = Frame(Verification.grammar, Attributes(attributes)) { value in
            wrapper.value.parts.verifications.append(value)
        }
    }

    var takesText: Bool { false }

    func append(_ text: String) {}

    func open(_ name: String, _ attributes: [String: String]) -> (any OpenElement)? {
        guard name.localName.lowercased() == "viewableimpression" else { return verification.open(name, attributes) }
        return Frame(ViewableImpression.grammar, Attributes(attributes)) { [wrapper] value in wrapper.value.add(value) }
    }

    func close(in context: ReadingContext) -> String? { verification.close(in: context) }
}
