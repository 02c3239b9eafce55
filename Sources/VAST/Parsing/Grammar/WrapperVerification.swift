/// An open `Verification` of a wrapper, in which 4.0 has the wrapper's `ViewableImpression`; 4.1 moved it to the wrapper
/// itself. The addresses are the wrapper's either way.
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

    func close(in setting: Setting) -> String? { verification.close(in: setting) }
}
