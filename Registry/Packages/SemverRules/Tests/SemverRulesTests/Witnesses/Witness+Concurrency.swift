extension Witness {
  static let concurrency: [Witness] = [
    .breaking(
      "an asynchronous function on no actor",
      "isolation-changed",
      from: "@MainActor public func f(_ c: () async -> Void) async {}",
      to: "public func f(_ c: () async -> Void) async {}",
      client: "@MainActor func g() async { var x = 1; await f { x += 1 } }"
    ),
    .breaking(
      "an asynchronous method that no longer runs where its caller does",
      "isolation-changed",
      from: "public final class N { public nonisolated(nonsending) func f() async {} }",
      to: "public final class N { public func f() async {} }",
      client: "@MainActor func g(_ n: N) async { await n.f() }"
    ),
    .additive(
      "an asynchronous function of what can be sent, on no actor",
      "isolation-removed",
      from: "@MainActor public func f<T: Sendable>(_ t: [T?], _ c: @Sendable () -> Int) async {}",
      to: "public func f<T: Sendable>(_ t: [T?], _ c: @Sendable () -> Int) async {}",
      client: "@MainActor func g() async { await f([1, nil]) { 2 } }"
    ),
    .breaking(
      "a class on the main actor",
      "type-isolation-changed",
      from: "public final class C: Sendable { public init() {}; public func f() {} }",
      to: "@MainActor public final class C { public init() {}; public func f() {} }",
      client: "nonisolated func g() { C().f() }"
    ),
    .breaking(
      "a method on the main actor",
      "isolation-changed",
      from: "public struct S { public func f() {} }",
      to: "public struct S { @MainActor public func f() {} }",
      client: "nonisolated func g(_ s: S) { s.f() }"
    ),
    .additive(
      "an actor's method that is nonisolated",
      "isolation-removed",
      from: "public actor A { public func f() {} }",
      to: "public actor A { public nonisolated func f() {} }",
      client: "func g(_ a: A) async { await a.f() }"
    ),
    .breaking(
      "an actor's method that is isolated",
      "isolation-changed",
      from: "public actor A { public nonisolated func f() {} }",
      to: "public actor A { public func f() {} }",
      client: "func g(_ a: A) { a.f() }"
    ),
    .breaking(
      "another global actor",
      "isolation-changed",
      from: actor + "@MainActor public func f() {}",
      to: actor + "@G public func f() {}",
      client: "@MainActor func g() { f() }"
    ),
    .breaking(
      "a requirement on the main actor no more",
      "requirement-changed",
      from: "public protocol P { @MainActor func f() }",
      to: "public protocol P { func f() }",
      client: "@MainActor func h() {}\nstruct M: P { func f() { h() } }"
    ),
    .additive(
      "async on the caller's actor",
      "isolation-removed",
      from: "public func f() async {}",
      to: "public nonisolated(nonsending) func f() async {}",
      client: "func g() async { await f() }"
    ),
    .additive(
      "async on the caller's actor for what a generic type can send",
      "isolation-removed",
      from: """
        public struct Box<T: Sendable>: Sendable { var t: T; public init(_ t: T) { self.t = t }
          public func look() async -> T { t } }
        extension Task { public var it: Success { get async { fatalError() } } }
        """,
      to: """
        public struct Box<T: Sendable>: Sendable { var t: T; public init(_ t: T) { self.t = t }
          public nonisolated(nonsending) func look() async -> T { t } }
        extension Task { public nonisolated(nonsending) var it: Success { get async { fatalError() } } }
        """,
      client: """
        actor A { func f(_ t: Task<Int, any Error>) async -> sending Int { await t.it }
          func g(_ b: Box<Int>) async -> sending Int { await b.look() } }
        """
    ),
    .breaking(
      "an isolated parameter",
      "isolated-parameter-changed",
      from: "public actor A { public init() {} }\npublic func f(_ a: A) {}",
      to: "public actor A { public init() {} }\npublic func f(_ a: isolated A) {}",
      client: "func g() { f(A()) }"
    ),
    .breaking(
      "a result that is sent no more",
      "result-changed",
      from:
        "public final class C { public init() {} }\n@MainActor public func f() -> sending C { C() }",
      to: "public final class C { public init() {} }\n@MainActor public func f() -> C { C() }",
      client: "actor A { var c: C?; func g() async { c = await f() } }"
    ),
    .additive(
      "a result that is sent",
      "result-narrowed",
      from: "public final class C { public init() {} }\npublic func f() -> C { C() }",
      to: "public final class C { public init() {} }\npublic func f() -> sending C { C() }",
      client: "func g() { _ = f() }"
    ),
    .unchanged(
      "an owned parameter of a type that is copied",
      from: "public func f(_ a: String) {}",
      to: "public func f(_ a: __owned String) {}",
      client: "func g(_ a: String) { f(a); f(a) }"
    ),
    .additive(
      "a parameter that is borrowed",
      "parameter-loosened",
      from: "public struct N: ~Copyable { public init() {} }\npublic func f(_ a: consuming N) {}",
      to: "public struct N: ~Copyable { public init() {} }\npublic func f(_ a: borrowing N) {}",
      client: "func g() { f(N()) }"
    ),
    .breaking(
      "a type that cannot be copied",
      "copyable-removed",
      from: "public struct S { public init() {} }",
      to: "public struct S: ~Copyable { public init() {} }",
      client: "func g(_ s: S) -> (S, S) { (s, s) }"
    ),
    .breaking(
      "unavailable",
      "availability-narrowed",
      from: "public func f() {}",
      to: "@available(*, unavailable, message: \"x\") public func f() {}",
      client: "func g() { f() }"
    ),
    .breaking(
      "an extension that is unavailable",
      "availability-narrowed",
      from: "public struct S {}\nextension S { public func f() {} }",
      to: "public struct S {}\n@available(*, unavailable) extension S { public func f() {} }",
      client: "func g(_ s: S) { s.f() }"
    ),
    .additive(
      "deprecated with another name",
      "deprecated",
      from: "public func f() {}\npublic func h() {}",
      to: "@available(*, deprecated, renamed: \"h\") public func f() {}\npublic func h() {}",
      client: "func g() { f() }"
    ),
    .unchanged(
      "another message",
      from: "@available(*, deprecated, message: \"a\") public func f() {}",
      to: "@available(*, deprecated, message: \"b\") public func f() {}",
      client: "func g() { f() }"
    ),
    .unchanged(
      "no longer deprecated",
      from: "@available(*, deprecated) public func f() {}",
      to: "public func f() {}",
      client: "func g() { f() }"
    ),
    .breaking(
      "a newer system",
      "availability-narrowed",
      from: "@available(macOS 13, *) public func f() {}",
      to: "@available(macOS 14, *) public func f() {}",
      client: ""
    ),
    .unchanged(
      "a system that all clients have",
      from: "public func f() {}",
      to: "@available(macOS 10.13, iOS 12, watchOS 4, *) public func f() {}",
      client: "func g() { f() }"
    ),
    .additive(
      "a newer system in place of none",
      "availability-widened",
      from: "@available(macOS, unavailable) public func f() {}",
      to: "@available(macOS 99, *) public func f() {}",
      client: "func g() { f() }"
    ),
    .additive(
      "an older system",
      "availability-widened",
      from: "@available(macOS 14, *) public func f() {}",
      to: "@available(macOS 13, *) public func f() {}",
      client: "func g() { f() }"
    ),
    .breaking(
      "a macro's parameter",
      "parameter-changed",
      from:
        "@freestanding(expression) public macro k(_ x: Int) -> Int = #externalMacro(module: \"M\", type: \"T\")",
      to:
        "@freestanding(expression) public macro k(_ x: String) -> Int = #externalMacro(module: \"M\", type: \"T\")",
      client: ""
    ),
    .breaking(
      "a macro",
      "declaration-removed",
      from: "@attached(member, names: arbitrary) "
        + "public macro k<T>() = #externalMacro(module: \"SwiftMacros\", type: \"OptionSetMacro\")",
      to: "",
      client: "@k<UInt8> struct S { private enum Options: Int { case a } }\nlet s = S.a"
    ),
    .unchanged(
      "where a macro is implemented",
      from:
        "@freestanding(expression) public macro k() -> Int = #externalMacro(module: \"M\", type: \"T\")",
      to:
        "@freestanding(expression) public macro k() -> Int = #externalMacro(module: \"N\", type: \"U\")",
      client: ""
    ),
    .breaking(
      "a precedence group",
      "operator-changed",
      from: "infix operator +++: P\nprecedencegroup P { associativity: left }\n"
        + "public func +++ (a: Int, b: Int) -> Int { a }",
      to: "infix operator +++: P\nprecedencegroup P { associativity: none }\n"
        + "public func +++ (a: Int, b: Int) -> Int { a }",
      client: "let x = 1 +++ 2 +++ 3"
    ),
  ]

  private static let actor = "@globalActor public actor G { public static let shared = G() }\n"

  static let all =
    functions + results + types + properties + protocols + generics + concurrency + typedErrors
    + renamings + standIns + inherited + builders + storage + acceptance + reached
    + unwritten + standardDefaults + conditions + members
}
