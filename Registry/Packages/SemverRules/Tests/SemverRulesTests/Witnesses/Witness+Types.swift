extension Witness {
  static let types: [Witness] = [
    .breaking(
      "a type made internal",
      "type-removed",
      from: "public struct S { public init() {} }",
      to: "struct S {}",
      client: "func g() { _ = S() }"
    ),
    .breaking(
      "a nested type",
      "type-removed",
      from: "public enum E { public struct S {} }",
      to: "public enum E {}",
      client: "func g(_ s: E.S) {}"
    ),
    .additive(
      "a type with members",
      "type-added",
      from: "public struct S {}",
      to: "public struct S {}\npublic struct T { public var a = 1; public func f() {} }",
      client: "func g(_ s: S) {}"
    ),
    .breaking(
      "a class made an actor",
      "type-kind-changed",
      from: "public final class C: Sendable { public init() {}; public func f() {} }",
      to: "public actor C { public init() {}; public func f() {} }",
      client: "func g() { C().f() }"
    ),
    .breaking(
      "an enum made a struct",
      "type-kind-changed",
      from: "public enum E { case a }",
      to: "public struct E: Sendable { public static let a = E() }",
      client: "func g(_ e: E) -> Int { switch e { case .a: 1 } }"
    ),
    .unchanged(
      "a private member",
      from: "public struct S { private var a = 1; public init() {} }",
      to: "public struct S { private var b = 1; var c = 2; public init() {} }",
      client: "func g() { _ = S() }"
    ),
    .unchanged(
      "an equality that is written",
      from: "public struct S: Hashable { public var a = 1; public init() {} }",
      to: "public struct S: Hashable { public var a = 1; public init() {}\n"
        + "public static func == (a: S, b: S) -> Bool { true }\n"
        + "public func hash(into hasher: inout Hasher) {} }",
      client: "func g() -> Bool { S() == S() }"
    ),
    .unchanged(
      "coding that is written",
      from: "public struct S: Codable { public var a = 1 }",
      to: "public struct S: Encodable, Decodable { public var a = 1\n"
        + "public init(from decoder: any Decoder) throws {}\n"
        + "public func encode(to encoder: any Encoder) throws {} }",
      client: "func g(_ s: S, _ d: any Decoder) throws { _ = try S(from: d) }"
    ),
    .unchanged(
      "frozen",
      from: "public enum E { case a }",
      to: "@frozen public enum E { case a }",
      client: "func g(_ e: E) -> Int { switch e { case .a: 1 } }"
    ).alsoNaming("conformance-added"),
    .unchanged(
      "members in an extension",
      from: "public struct S { public func f() {} }",
      to: "public struct S {}\nextension S { public func f() {} }",
      client: "func g(_ s: S) { s.f() }"
    ),
    .breaking(
      "members in a constrained extension",
      "constraint-added",
      from: "public struct B<T> { public init() {} }\nextension B { public func f() {} }",
      to:
        "public struct B<T> { public init() {} }\nextension B where T: Hashable { public func f() {} }",
      client: "struct N {}\nfunc g() { B<N>().f() }"
    ),
    .additive(
      "members in a less constrained extension",
      "constraint-removed",
      from:
        "public struct B<T> { public init() {} }\nextension B where T: Hashable { public func f() {} }",
      to:
        "public struct B<T> { public init() {} }\nextension B where T: Equatable { public func f() {} }",
      client: "func g() { B<Int>().f() }"
    ),
    .breaking(
      "a member of a type of others",
      "declaration-removed",
      from: "extension Int { public func f() {} }",
      to: "",
      client: "func g() { 1.f() }"
    ),
    .additive(
      "a member for a type of others",
      "declaration-added",
      from: "public struct S {}",
      to: "public struct S {}\nextension Int { public func f() {} }",
      client: "func g(_ s: S) {}"
    ),
    .breaking(
      "a conformance of a type of others",
      "conformance-removed",
      from: "public protocol P {}\nextension Int: P {}",
      to: "public protocol P {}",
      client: "func g() -> any P { 1 }"
    ),
    .breaking(
      "an unavailable conformance",
      "conformance-removed",
      from: "public struct S: Sendable {}",
      to: "public struct S {}\n@available(*, unavailable) extension S: Sendable {}",
      client: "func n<T: Sendable>(_ t: T) {}\nfunc g(_ s: S) { n(s) }"
    ),
    .breaking(
      "Sendable lost",
      "conformance-removed",
      from: "public struct S: Sendable {}",
      to: "public struct S {}",
      client: "func n<T: Sendable>(_ t: T) {}\nfunc g(_ s: S) { n(s) }"
    ),
    .unchanged(
      "a conformance by another",
      from: "public struct S: Equatable, Hashable {}",
      to: "public struct S: Hashable {}",
      client: "func g(_ s: S) -> Bool { s == s }"
    ),
    .additive(
      "Hashable for Equatable",
      "conformance-added",
      from: "public struct S: Equatable {}",
      to: "public struct S: Hashable {}",
      client: "func g(_ s: S) -> Bool { s == s }"
    ),
    .unchanged(
      "unchecked Sendable",
      from: "public struct S: Sendable {}",
      to: "public struct S: @unchecked Sendable {}",
      client: "func n<T: Sendable>(_ t: T) {}\nfunc g(_ s: S) { n(s) }"
    ),
    .unchanged(
      "a superclass between",
      from: "open class A { public init() {} }\npublic class B: A {}",
      to: "open class A { public init() {} }\nopen class M: A {}\npublic class B: M {}",
      client: "func g() -> A { B() }"
    ).with("type-added", "superclass-added"),
    .unchanged(
      "an override that is gone",
      from: "open class A { public init() {}; open func f() {} }\n"
        + "public class B: A { public override func f() {} }",
      to: "open class A { public init() {}; open func f() {} }\npublic class B: A {}",
      client: "func g(_ b: B) { b.f() }"
    ),
    .breaking(
      "an open method",
      "open-removed",
      from: "open class A { public init() {}; open func f() {} }",
      to: "open class A { public init() {}; public func f() {} }",
      client: "class M: A { override func f() {} }"
    ),
    .unchanged(
      "a final member",
      from: "public class A { public init() {}; public func f() {} }",
      to: "public class A { public init() {}; public final func f() {} }",
      client: "func g(_ a: A) { a.f() }"
    ),
    .breaking(
      "an open property that can be set",
      "open-member-changed",
      from: "open class A { public init() {}; open var p: Int { 1 } }",
      to: "open class A { public init() {}; open var p: Int { get { 1 } set {} } }",
      client: "class M: A { override var p: Int { 2 } }"
    ),
    .breaking(
      "an open method that is not async any more",
      "open-member-changed",
      from: "open class A { public init() {}; open func f() async {} }",
      to: "open class A { public init() {}; open func f() {} }",
      client: "class M: A { override func f() async {} }"
    ),
    .additive(
      "required in a class that is not open",
      "declaration-added",
      from: "public class A { public init(a: Int) {} }",
      to: "public class A { public required init(a: Int) {}; public func f() {} }",
      client: "func g() { _ = A(a: 1) }"
    ),
  ]
}
