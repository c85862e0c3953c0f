extension Witness {
  private static let boxes =
    "public struct B<T: ~Copyable>: ~Copyable { public init() {} }\n"
    + "extension B: Copyable where T: Copyable {}\n"

  private static let list = "public struct L<T: Hashable> { public init(_ t: T) {} }\n"
  private static let listClient = "extension A { func h() {} }\nfunc g() -> A<Int> { A(1) }"

  static let generics: [Witness] = [
    .unchanged(
      "an alias is given the parameters of its type",
      from: list + "public typealias A = L",
      to: list + "public typealias A<E: Hashable> = L<E>",
      client: listClient
    ),
    .unchanged(
      "an alias loses the parameters of its type",
      from: list + "public typealias A<E: Hashable> = L<E>",
      to: list + "public typealias A = L",
      client: listClient
    ),
    .breaking(
      "an alias is given parameters with a constraint",
      "generic-parameters-changed",
      from: "public struct L<T> {}\npublic typealias A = L",
      to: "public struct L<T> {}\npublic typealias A<T: Hashable> = L<T>",
      client: "struct N {}\nfunc g(_ a: A<N>) {}"
    ).with("generic-parameters-changed", "alias-changed"),
    .unchanged(
      "an alias says since when its type is available",
      from: "@available(macOS 14, *)\npublic struct R {}\npublic typealias A = R",
      to:
        "@available(macOS 14, *)\npublic struct R {}\n@available(macOS 14, *)\npublic typealias A = R",
      client: "func g(_ a: A) {}"
    ),
    .breaking(
      "an alias of a function made optional that did not escape",
      "parameter-changed",
      from: "public typealias A = () -> Void\npublic func f(_ a: A) {}",
      to: "public typealias A = () -> Void\npublic func f(_ a: A?) {}",
      client: "func g(_ a: A) { f(a) }"
    ),
    .unchanged(
      "where for angle brackets",
      from: "public func f<T: Hashable>(_ t: T) {}",
      to: "public func f<T>(_ t: T) where T: Hashable {}",
      client: "func g() { f(1) }"
    ),
    .unchanged(
      "the order of generic parameters",
      from: "public func f<T: Hashable, U>(_ t: T, _ u: U) {}",
      to: "public func f<U, T: Hashable>(_ t: T, _ u: U) {}",
      client: "func g() { f(1, \"\") }"
    ),
    .unchanged(
      "some with an element",
      from: "public func f<T: Collection>(_ t: T) where T.Element == Int {}",
      to: "public func f(_ t: some Collection<Int>) {}",
      client: "func g() { f([1]) }"
    ),
    .unchanged(
      "some of an own protocol",
      from: "public protocol P {}\npublic func f<T: P>(_ t: [T]) {}",
      to: "public protocol P {}\npublic func f(_ t: [some P]) {}",
      client: "struct M: P {}\nfunc g() { f([M()]) }"
    ),
    .unchanged(
      "a same-type constraint the other way round",
      from:
        "public func f<T: Sequence, U: Sequence>(_ t: T, _ u: U) where T.Element == U.Element {}",
      to: "public func f<T: Sequence, U: Sequence>(_ t: T, _ u: U) where U.Element == T.Element {}",
      client: "func g() { f([1], [2]) }"
    ),
    .breaking(
      "a same-type constraint",
      "constraint-added",
      from: "public func f<T: Sequence>(_ t: T) {}",
      to: "public func f<T: Sequence>(_ t: T) where T.Element == Int {}",
      client: "func g() { f([\"\"]) }"
    ),
    .additive(
      "a noncopyable argument",
      "constraint-removed",
      from: "public func f<T>(_ t: borrowing T) {}",
      to: "public func f<T: ~Copyable>(_ t: borrowing T) {}",
      client: "func g() { f(1) }"
    ),
    .breaking(
      "a copyable argument",
      "constraint-added",
      from: "public func f<T: ~Copyable>(_ t: borrowing T) {}",
      to: "public func f<T>(_ t: borrowing T) {}",
      client: "struct N: ~Copyable {}\nfunc g(_ n: borrowing N) { f(n) }"
    ),
    .additive(
      "a member for what cannot be copied",
      "constraint-removed",
      from: boxes + "extension B { public func f() {} }",
      to: boxes + "extension B where T: ~Copyable { public func f() {} }",
      client: "func g(_ b: B<Int>) { b.f() }"
    ),
    .breaking(
      "a member for what can be copied",
      "constraint-added",
      from: boxes + "extension B where T: ~Copyable { public func f() {} }",
      to: boxes + "extension B { public func f() {} }",
      client: "struct N: ~Copyable {}\nfunc g(_ b: borrowing B<N>) { b.f() }"
    ),
    .breaking(
      "a generic parameter that must be Sendable",
      "constraint-added",
      from: "public func f<T>(_ t: T) {}",
      to: "public func f<T: Sendable>(_ t: T) {}",
      client: "final class N { var a = 1 }\nfunc g() { f(N()) }"
    ),
  ]
}
