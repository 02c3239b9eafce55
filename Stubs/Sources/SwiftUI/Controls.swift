public struct Text: Leaf, Sendable {
    nonisolated public init(verbatim content: String) {}
    nonisolated public init(_ content: some StringProtocol) {}
    nonisolated public func font(_ font: Font?) -> Text { self }
}

public struct Font: Hashable, Sendable {
    public static let headline = Font()
    public static let footnote = Font()
}

public struct Label<Title: View, Icon: View>: Leaf {}
extension Label where Title == Text, Icon == EmptyView {
    nonisolated public init(_ title: some StringProtocol, systemImage name: String) {}
}

public struct Button<Label: View>: Leaf {
    nonisolated public init(
        action: @escaping @MainActor () -> Void, @ViewBuilder label: () -> Label
    ) {}
}
extension Button where Label == Text {
    nonisolated public init(_ title: some StringProtocol, action: @escaping @MainActor () -> Void) {}
}

public struct Toggle<Label: View>: Leaf {}
extension Toggle where Label == Text {
    nonisolated public init(_ title: some StringProtocol, isOn: Binding<Bool>) {}
}

public struct TextField<Label: View>: Leaf {}
extension TextField where Label == Text {
    nonisolated public init(_ title: some StringProtocol, text: Binding<String>) {}
}

public struct Stepper<Label: View>: Leaf {}
extension Stepper where Label == Text {
    nonisolated public init(
        _ title: some StringProtocol, onIncrement: (() -> Void)?, onDecrement: (() -> Void)?,
        onEditingChanged: @escaping (Bool) -> Void = { _ in }
    ) {}
}

public struct Picker<Label: View, SelectionValue: Hashable, Content: View>: Leaf {}
extension Picker where Label == Text {
    nonisolated public init(
        _ title: some StringProtocol, selection: Binding<SelectionValue>, @ViewBuilder content: () -> Content
    ) {}
}

extension View {
    nonisolated public func tag<V: Hashable>(_ tag: V) -> some View { EmptyView() }
}

public struct ForEach<Data: RandomAccessCollection, ID: Hashable, Content: View>: Leaf {
    nonisolated public init(
        _ data: Data, id: KeyPath<Data.Element, ID>, @ViewBuilder content: @escaping (Data.Element) -> Content
    ) {}
}

public struct Form<Content: View>: Leaf {
    nonisolated public init(@ViewBuilder content: () -> Content) {}
}

public struct Section<Parent: View, Content: View, Footer: View>: Leaf {}
extension Section where Parent == Text, Footer == EmptyView {
    nonisolated public init(_ title: some StringProtocol, @ViewBuilder content: () -> Content) {}
}

public struct NavigationStack<Root: View>: Leaf {
    nonisolated public init(@ViewBuilder root: () -> Root) {}
}

public struct TabView<Content: View>: Leaf {
    nonisolated public init(@ViewBuilder content: () -> Content) {}
}

public struct ProgressView: Leaf {
    nonisolated public init() {}
}
