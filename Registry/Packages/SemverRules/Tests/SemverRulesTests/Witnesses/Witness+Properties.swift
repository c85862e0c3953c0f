extension Witness {
  static let properties: [Witness] = [
    .breaking(
      "a stored property's type",
      "property-type-changed",
      from: "public struct S { public var a: Int }",
      to: "public struct S { public var a: Double }",
      client: "func g(_ s: S) -> Int { s.a }"
    ),
    .breaking(
      "a property of a protocol type",
      "property-type-changed",
      from: "public protocol P {}\npublic struct S { public var a: any P }",
      to: "public protocol P {}\npublic struct S { public var a: (any P)? }",
      client: "func g(_ s: S) -> any P { s.a }"
    ),
    .breaking(
      "a variable made a constant",
      "setter-removed",
      from: "public struct S { public var a: Int; public init() { a = 1 } }",
      to: "public struct S { public let a: Int; public init() { a = 1 } }",
      client: "func g(_ s: inout S) { s.a = 2 }"
    ),
    .unchanged(
      "lazy",
      from: "public final class C { public var a = 1 }",
      to: "public final class C { public lazy var a = 1 }",
      client: "func g(_ c: C) -> Int { c.a }"
    ),
    .breaking(
      "lazy in a struct",
      "mutating-added",
      from: "public struct S { public var a = 1 }",
      to: "public struct S { public lazy var a = 1 }",
      client: "func g(_ s: S) -> Int { s.a }"
    ),
    .unchanged(
      "observers",
      from: "public struct S { public var a = 1 }",
      to: "public struct S { public var a = 1 { didSet {} } }",
      client: "func g(_ s: inout S) { s.a = 2 }"
    ),
    .unchanged(
      "weak",
      from: "public final class C { public init() {}; public var a: C? }",
      to: "public final class C { public init() {}; public weak var a: C? }",
      client: "func g(_ c: C) { c.a = C() }"
    ),
    .breaking(
      "a wrapper with a projection",
      "declaration-removed",
      from: wrapper + "public struct S { @W public var a = 1 }",
      to: wrapper + "public struct S { public var a = 1 }",
      client: "func g(_ s: S) -> Int { s.$a }"
    ),
    .unchanged(
      "a wrapper without a projection",
      from: "@propertyWrapper public struct W { public var wrappedValue = 1; public init() {}\n"
        + "public init(wrappedValue: Int) {} }\npublic struct S { @W public var a = 1 }",
      to: "@propertyWrapper public struct W { public var wrappedValue = 1; public init() {}\n"
        + "public init(wrappedValue: Int) {} }\npublic struct S { public var a = 1 }",
      client: "func g(_ s: S) -> Int { s.a }"
    ),
    .breaking(
      "a subscript's label",
      "renamed",
      from: "public struct S { public subscript(a a: Int) -> Int { 1 } }",
      to: "public struct S { public subscript(b a: Int) -> Int { 1 } }",
      client: "func g(_ s: S) -> Int { s[a: 1] }"
    ),
    .breaking(
      "a subscript's setter",
      "setter-removed",
      from: "public struct S { public subscript(a: Int) -> Int { get { 1 } set {} } }",
      to: "public struct S { public subscript(a: Int) -> Int { 1 } }",
      client: "func g(_ s: inout S) { s[1] = 2 }"
    ),
    .breaking(
      "a throwing getter",
      "throws-added",
      from: "public struct S { public var a: Int { 1 } }",
      to: "public struct S { public var a: Int { get throws { 1 } } }",
      client: "func g(_ s: S) -> Int { s.a }"
    ),
    .breaking(
      "an async getter",
      "async-added",
      from: "public struct S { public var a: Int { 1 } }",
      to: "public struct S { public var a: Int { get async { 1 } } }",
      client: "func g(_ s: S) -> Int { s.a }"
    ),
    .breaking(
      "an alias of a function",
      "alias-changed",
      from: "public typealias A = () -> Void",
      to: "public typealias A = () throws -> Void",
      client: "func g(_ a: A) { a() }"
    ),
    .breaking(
      "an alias made a type",
      "type-kind-changed",
      from: "public typealias A = Int",
      to: "public struct A {}",
      client: "let x: A = 1"
    ),
    .breaking(
      "an alias that is gone, though nothing uses it",
      "declaration-removed",
      from: "public typealias A = Int\npublic func f(_ a: A) {}",
      to: "public func f(_ a: Int) {}",
      client: "let x: A = 1"
    ),
    .unchanged(
      "an alias in another way",
      from: "public typealias A = Array<Int>",
      to: "public typealias A = [Int]",
      client: "let x: A = [1]"
    ),
    .breaking(
      "raw values",
      "conformance-removed",
      from: "public enum E: String { case a }",
      to: "public enum E { case a }",
      client: "func g() -> String { E.a.rawValue }"
    ).alsoNaming("declaration-removed"),
    .unchanged(
      "the order of cases",
      from: "public enum E { case a, b }",
      to: "public enum E { case b, a }",
      client: "func g() -> E { .a }"
    ),
    .unchanged(
      "indirect",
      from: "public enum E { case a(Int) }",
      to: "public indirect enum E { case a(Int) }",
      client: "func g() -> E { .a(1) }"
    ),
    .breaking(
      "a case with a payload",
      "payload-changed",
      from: "public enum E { case a }",
      to: "public enum E { case a(Int) }",
      client: "func g() -> E { .a }"
    ).alsoNaming("conformance-removed"),
    .breaking(
      "a payload's default",
      "default-removed",
      from: "public enum E { case a(Int, b: Bool = true) }",
      to: "public enum E { case a(Int, b: Bool) }",
      client: "func g() -> E { .a(1) }"
    ),
    .breaking(
      "a case made a function",
      "case-removed",
      from: "public enum E { case a(Int), b }",
      to: "public enum E { case b; public static func a(_ x: Int) -> E { .b } }",
      client: "func g(_ e: E) { if case .a(let x) = e { _ = x } }"
    ).alsoNaming("overload-added").alsoNaming("conformance-added"),
    .breaking(
      "a generic parameter of a type",
      "generic-parameters-changed",
      from: "public struct B<T> {}",
      to: "public struct B<T, U> {}",
      client: "func g(_ b: B<Int>) {}"
    ),
    .breaking(
      "a constraint of a type",
      "constraint-added",
      from: "public struct B<T> {}",
      to: "public struct B<T: Hashable> {}",
      client: "struct N {}\nfunc g(_ b: B<N>) {}"
    ),
    .unchanged(
      "a type's parameter that need not be copyable",
      from: "public struct B<T> { public init() {} }",
      to: "public struct B<T: ~Copyable>: ~Copyable { public init() {} }\n"
        + "extension B: Copyable where T: Copyable {}",
      client:
        "extension B { func f(_ t: T) -> (T, T) { (t, t) } }\nfunc g(_ b: B<Int>) -> (B<Int>, B<Int>) { (b, b) }"
    ),
    .breaking(
      "a class's designated initializers",
      "designated-hidden",
      from: "open class A { public init() {}; public convenience init(x: Int) { self.init() } }",
      to: "open class A { public init() {}; public convenience init(x: Int) { self.init() }\n"
        + "  init(secret: Int) {} }",
      client: "class M: A { override init() { super.init() } }\nfunc g() { _ = M(x: 1) }"
    ),
  ]

  private static let wrapper =
    "@propertyWrapper public struct W { public var wrappedValue: Int\n"
    + "public init(wrappedValue: Int) { self.wrappedValue = wrappedValue }\n"
    + "public var projectedValue: Int { 1 } }\n"
}
