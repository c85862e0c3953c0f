// Declarations of what FlowSwiftUI and its example use of SwiftUI, so that they are type-checked where
// there is none. Written by hand after Apple's documentation; nothing here does anything.

import Observation

@MainActor @preconcurrency
public protocol View {
  associatedtype Body: View
  @ViewBuilder var body: Body { get }
}

extension Never: View {
  public var body: Never { return fatalError("never called") }
}

/// Any of the views that are built in.
public protocol BuiltIn: View where Body == Never {}
extension BuiltIn {
  public var body: Never { return fatalError("never called") }
}

@MainActor @resultBuilder
public enum ViewBuilder {
  public static func buildBlock<each Content: View>(_ content: repeat each Content) -> Views {
    Views()
  }
  public static func buildExpression<Content: View>(_ content: Content) -> Content { content }
  public static func buildIf<Content: View>(_ content: Content?) -> Content? { content }
  public static func buildEither<Content: View>(first: Content) -> Views { Views() }
  public static func buildEither<Content: View>(second: Content) -> Views { Views() }
}

public struct Views: BuiltIn { public init() {} }

extension Optional: View where Wrapped: View {
  public var body: Never { return fatalError("never called") }
}

@MainActor @preconcurrency
public protocol App {
  associatedtype Body: Scene
  var body: Body { get }
  init()
}
extension App {
  public static func main() {}
}

@MainActor @preconcurrency
public protocol Scene {}
public struct WindowGroup: Scene {
  public init<Content: View>(@ViewBuilder content: () -> Content) {}
}

@propertyWrapper
public struct State<Value> {
  public var wrappedValue: Value {
    get { fatalError("never called") }
    nonmutating set {}
  }
  public var projectedValue: Binding<Value> { fatalError("never called") }
  public init(wrappedValue value: Value) {}
  public init(initialValue value: Value) {}
}
extension State where Value: ExpressibleByNilLiteral {
  public init() {}
}

@propertyWrapper
public struct Binding<Value> {
  public var wrappedValue: Value {
    get { fatalError("never called") }
    nonmutating set {}
  }
  public init(get: @escaping () -> Value, set: @escaping (Value) -> Void) {}
}

@propertyWrapper @dynamicMemberLookup
public struct Bindable<Value: AnyObject & Observable> {
  public var wrappedValue: Value
  public var projectedValue: Bindable<Value> { self }
  public init(wrappedValue value: Value) {
    wrappedValue = value
  }
  public subscript<Subject>(
    dynamicMember member: ReferenceWritableKeyPath<Value, Subject>
  ) -> Binding<Subject> { fatalError("never called") }
}

public struct Color: Sendable {
  public static let primary = Color(), secondary = Color(), red = Color(), green = Color()
  public static let orange = Color()
}

public enum HorizontalAlignment { case leading }

public struct Text: BuiltIn {
  public init(_ text: String) {}
}
public struct Image: BuiltIn {
  public init(systemName: String) {}
}
public struct Spacer: BuiltIn { public init() {} }
public struct Divider: BuiltIn { public init() {} }
public struct ProgressView: BuiltIn { public init() {} }

public struct Form: BuiltIn {
  public init<Content: View>(@ViewBuilder content: () -> Content) {}
}
public struct List: BuiltIn {
  public init<Content: View>(@ViewBuilder content: () -> Content) {}
}
public struct HStack: BuiltIn {
  public init<Content: View>(@ViewBuilder content: () -> Content) {}
}
public struct VStack: BuiltIn {
  public init<Content: View>(
    alignment: HorizontalAlignment,
    @ViewBuilder content: () -> Content
  ) {}
}
public struct Section: BuiltIn {
  public init<Content: View>(_ title: String, @ViewBuilder content: () -> Content) {}
}
public struct NavigationStack: BuiltIn {
  public init<Root: View>(@ViewBuilder root: () -> Root) {}
}
public struct LabeledContent: BuiltIn {
  public init<Content: View>(_ title: String, @ViewBuilder content: () -> Content) {}
}
public struct Button: BuiltIn {
  public init(_ title: String, action: @escaping @MainActor () -> Void) {}
  public init<Label: View>(
    action: @escaping @MainActor () -> Void,
    @ViewBuilder label: () -> Label
  ) {}
}
public struct Stepper: BuiltIn {
  public init<Value: Strideable>(
    _ title: String,
    value: Binding<Value>,
    in bounds: ClosedRange<Value>
  ) {}
}
public struct TextField: BuiltIn {
  public init(_ title: String, text: Binding<String>) {}
}
public struct ForEach: BuiltIn {
  public init<Data: RandomAccessCollection, Content: View>(
    _ data: Data,
    @ViewBuilder content: @escaping (Data.Element) -> Content
  ) where Data.Element: Identifiable {}
  public init<Data: RandomAccessCollection, ID: Hashable, Content: View>(
    _ data: Data,
    id: KeyPath<Data.Element, ID>,
    @ViewBuilder content: @escaping (Data.Element) -> Content
  ) {}
}

extension View {
  public func navigationTitle(_ title: String) -> some View { Views() }
  public func navigationDestination<Destination: View>(
    isPresented: Binding<Bool>,
    @ViewBuilder destination: () -> Destination
  ) -> some View { Views() }
  public func foregroundStyle(_ color: Color) -> some View { Views() }
  public func accessibilityLabel(_ label: String) -> some View { Views() }
  public func monospaced() -> some View { Views() }
  public func disabled(_ isDisabled: Bool) -> some View { Views() }
  public func id<ID: Hashable>(_ id: ID) -> some View { Views() }
}
