@propertyWrapper @dynamicMemberLookup public struct Binding<Value> {
    public var wrappedValue: Value {
        get { declared() }
        nonmutating set {}
    }
    public var projectedValue: Binding<Value> { self }
    public init(
        get: @escaping @isolated(any) @Sendable () -> Value, set: @escaping @isolated(any) @Sendable (Value) -> Void
    ) {}
    public subscript<Subject>(dynamicMember keyPath: WritableKeyPath<Value, Subject>) -> Binding<Subject> { declared() }
}

extension Binding: Sendable where Value: Sendable {}

@propertyWrapper public struct State<Value> {
    public init(wrappedValue value: Value) {}
    public var wrappedValue: Value {
        get { declared() }
        nonmutating set {}
    }
    public var projectedValue: Binding<Value> { declared() }
}

extension State: Sendable where Value: Sendable {}

@propertyWrapper public struct Environment<Value> {
    public init(_ keyPath: KeyPath<EnvironmentValues, Value>) {}
    public var wrappedValue: Value { declared() }
}

public struct EnvironmentValues {
    public var colorScheme: ColorScheme {
        get { declared() }
        set {}
    }
}

extension EnvironmentValues {
    public var scenePhase: ScenePhase {
        get { declared() }
        set {}
    }
}

public enum ScenePhase: Comparable, Sendable {
    case background
    case inactive
    case active
}

public enum ColorScheme: CaseIterable, Sendable {
    case light
    case dark
}

// From Combine, which SwiftUI exports.
public protocol ObservableObject: AnyObject {}

@propertyWrapper public struct Published<Value> {
    public init(wrappedValue: Value) {}
    public init(initialValue: Value) {}
    public var projectedValue: Publisher { declared() }
    public struct Publisher {}
    @available(*, unavailable, message: "only for properties of classes")
    public var wrappedValue: Value {
        get { declared() }
        set {}
    }
    public static subscript<EnclosingSelf: AnyObject>(
        _enclosingInstance object: EnclosingSelf,
        wrapped wrappedKeyPath: ReferenceWritableKeyPath<EnclosingSelf, Value>,
        storage storageKeyPath: ReferenceWritableKeyPath<EnclosingSelf, Published<Value>>
    ) -> Value {
        get { declared() }
        set {}
    }
}

@MainActor @preconcurrency @propertyWrapper public struct StateObject<ObjectType: ObservableObject> {
    nonisolated public init(wrappedValue thunk: @autoclosure @escaping () -> ObjectType) {}
    public var wrappedValue: ObjectType { declared() }
    public var projectedValue: ObservedObject<ObjectType>.Wrapper { declared() }
}

@MainActor @preconcurrency @propertyWrapper public struct ObservedObject<ObjectType: ObservableObject> {
    public init(wrappedValue: ObjectType) {}
    public var wrappedValue: ObjectType {
        get { declared() }
        set {}
    }
    public var projectedValue: Wrapper { declared() }

    @MainActor @preconcurrency @dynamicMemberLookup public struct Wrapper {
        public subscript<Subject>(dynamicMember keyPath: ReferenceWritableKeyPath<ObjectType, Subject>) -> Binding<
            Subject
        > {
            declared()
        }
    }
}

@MainActor @preconcurrency @propertyWrapper
public struct UIApplicationDelegateAdaptor<
    DelegateType: NSObject & UIApplicationDelegate
> {
    public init(_ delegateType: DelegateType.Type = DelegateType.self) {}
    public var wrappedValue: DelegateType { declared() }
}

@MainActor @preconcurrency @propertyWrapper public struct EnvironmentObject<ObjectType: ObservableObject> {
    nonisolated public init() {}
    public var wrappedValue: ObjectType { declared() }
    public var projectedValue: ObservedObject<ObjectType>.Wrapper { declared() }
}
