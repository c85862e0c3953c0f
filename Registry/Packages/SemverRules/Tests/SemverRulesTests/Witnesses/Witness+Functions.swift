extension Witness {
  static let functions: [Witness] = [
    .unchanged(
      "Foundation for a part of it",
      from: "public import FoundationEssentials\npublic func f(_ t: TimeInterval, _ d: Date) {}",
      to: "public import Foundation\npublic func f(_ t: TimeInterval, _ d: Date) {}",
      client: "import Foundation\nfunc g() { f(1, Date()) }"
    ),
    .unchanged(
      "a body",
      from: "public func f() {}",
      to: "public func f() { print(1) }",
      client: "func g() { f() }"
    ),
    .unchanged(
      "an internal declaration",
      from: "func g() {}\npublic func f() {}",
      to: "public func f() {}",
      client: "func g() { f() }"
    ),
    .unchanged(
      "a package declaration",
      from: "package func g() {}\npublic func f() {}",
      to: "package func h() {}\npublic func f() {}",
      client: "func g() { f() }"
    ),
    .unchanged(
      "an SPI declaration",
      from: "@_spi(T) public func g() {}\npublic func f() {}",
      to: "public func f() {}",
      client: "func g() { f() }"
    ),
    .unchanged(
      "a declaration that is usable from inline",
      from: "@usableFromInline func g() {}\npublic func f() {}",
      to: "public func f() {}",
      client: "func g() { f() }"
    ),
    .breaking(
      "made internal",
      "declaration-removed",
      from: "public func f() {}",
      to: "func f() {}",
      client: "func g() { f() }"
    ),
    .breaking(
      "made SPI",
      "declaration-removed",
      from: "public func f() {}",
      to: "@_spi(T) public func f() {}",
      client: "func g() { f() }"
    ),
    .breaking(
      "a label",
      "renamed",
      from: "public func f(a: Int) {}",
      to: "public func f(b: Int) {}",
      client: "func g() { f(a: 1) }"
    ),
    .unchanged(
      "a parameter's inner name",
      from: "public func f(a b: Int) {}",
      to: "public func f(a c: Int) {}",
      client: "func g() { f(a: 1) }"
    ),
    .unchanged(
      "the value of a default",
      from: "public func f(a: Int = 1) {}",
      to: "public func f(a: Int = 2) {}",
      client: "func g() { f() }"
    ),
    .additive(
      "an overload in place of a default",
      "overload-added",
      from: "public func f(a: Int, b: Int = 1) {}",
      to: "public func f(a: Int, b: Int) {}\npublic func f(a: Int) {}",
      client: "func g() { f(a: 1); let h: (Int, Int) -> Void = f(a:b:); h(1, 2) }"
    ),
    .unchanged(
      "a default that another overload has",
      from: "public func f(a: Int, b: () -> Void = {}) {}\n"
        + "public func f(a: Int, b: () async -> Void = {}) async {}",
      to: "public func f(a: Int, b: () -> Void = {}) {}\n"
        + "public func f(a: Int, b: () async -> Void) async {}",
      client: "func g() async { await f(a: 1) }"
    ),
    .breaking(
      "an overload that takes less in place of a default",
      "default-removed",
      from: "public func f(a: some Equatable, b: Int = 1) {}",
      to: "public func f(a: some Equatable, b: Int) {}\npublic func f(a: some Hashable) {}",
      client: "struct N: Equatable {}\nfunc g() { f(a: N()) }"
    ).alsoNaming("overload-added"),
    .breaking(
      "a parameter without default",
      "renamed",
      from: "public func f() {}",
      to: "public func f(a: Int) {}",
      client: "func g() { f() }"
    ),
    .breaking(
      "a parameter less",
      "renamed",
      from: "public func f(a: Int, b: Int = 1) {}",
      to: "public func f(a: Int) {}",
      client: "func g() { f(a: 1, b: 2) }"
    ),
    .additive(
      "an overload with more parameters",
      "overload-added",
      from: "public func f(a: Int) {}",
      to: "public func f(a: Int) {}\npublic func f(a: Int, b: Int) {}",
      client: "func g() { f(a: 1) }"
    ),
    .additive(
      "an async overload",
      "overload-added",
      from: "public func f() {}",
      to: "public func f() {}\npublic func f() async {}",
      client: "func g() { f() }"
    ),
    .breaking(
      "one overload of two",
      "declaration-removed",
      from: "public func f(_ a: Int) {}\npublic func f(_ a: String) {}",
      to: "public func f(_ a: Int) {}",
      client: "func g() { f(\"\") }"
    ),
    .breaking(
      "the type of a parameter",
      "parameter-changed",
      from: "public func f(_ a: Int) {}",
      to: "public func f(_ a: String) {}",
      client: "func g() { f(1) }"
    ),
    .breaking(
      "an optional parameter that is not any more",
      "parameter-changed",
      from: "public func f(_ a: Int?) {}",
      to: "public func f(_ a: Int) {}",
      client: "func g() { f(nil) }"
    ),
    .breaking(
      "a concrete parameter made generic",
      "generic-parameters-changed",
      from: "public func f(_ a: Int) {}",
      to: "public func f(_ a: some Hashable) {}",
      client: "func g() { f(.zero) }"
    ).alsoNaming("parameter-changed"),
    .breaking(
      "any for some",
      "generic-parameters-changed",
      from: "public func f(_ a: any Sequence<Int>) {}",
      to: "public func f(_ a: some Collection<Int>) {}",
      client: "func g(_ a: any Sequence<Int>) { f(a) }"
    ).alsoNaming("parameter-changed"),
    .breaking(
      "an array for a variadic",
      "variadic-changed",
      from: "public func f(_ a: [Int]) {}",
      to: "public func f(_ a: Int...) {}",
      client: "func g() { f([1]) }"
    ),
    .breaking(
      "one for a variadic, as a value",
      "variadic-changed",
      from: "public func f(_ a: Int) {}",
      to: "public func f(_ a: Int...) {}",
      client: "func g() { let h: (Int) -> Void = f; h(1) }"
    ),
    .breaking(
      "an autoclosure",
      "autoclosure-changed",
      from: "public func f(_ a: () -> Int) {}",
      to: "public func f(_ a: @autoclosure () -> Int) {}",
      client: "func g() { f { 1 } }"
    ),
    .breaking(
      "@Sendable on an argument",
      "parameter-changed",
      from: "public func f(_ a: @escaping () -> Void) {}",
      to: "public func f(_ a: @escaping @Sendable () -> Void) {}",
      client: "final class T { var x = 1 }\nfunc g(_ t: T) { f { t.x = 2 } }"
    ),
    .additive(
      "an argument that may throw",
      "parameter-loosened",
      from: "public func f(_ a: () -> Void) {}",
      to: "public func f(_ a: () throws -> Void) {}",
      client: "func g() { f {} }"
    ),
    .breaking(
      "an argument that may not throw any more",
      "parameter-changed",
      from: "public func f(_ a: () throws -> Void) {}",
      to: "public func f(_ a: () -> Void) {}",
      client: "func h() throws {}\nfunc g() { f(h) }"
    ),
    .breaking(
      "an argument that throws one type",
      "parameter-changed",
      from: "public struct E: Error {}\npublic func f(_ a: () throws -> Void) {}",
      to: "public struct E: Error {}\npublic func f(_ a: () throws(E) -> Void) {}",
      client: "func h() throws {}\nfunc g() { f(h) }"
    ),
    .breaking(
      "a closure's parameter",
      "parameter-changed",
      from: "public func f(_ a: (Int) -> Void) {}",
      to: "public func f(_ a: (Int, Int) -> Void) {}",
      client: "func g() { f { _ in } }"
    ),
    .breaking(
      "a closure's result",
      "parameter-changed",
      from: "public func f(_ a: () -> Int) {}",
      to: "public func f(_ a: () -> String) {}",
      client: "func g() { f { 1 } }"
    ),
    .breaking(
      "an async closure",
      "parameter-changed",
      from: "public func f(_ a: () async -> Void) {}",
      to: "public func f(_ a: () -> Void) {}",
      client: "func h() async {}\nfunc g() { f { await h() } }"
    ),
    .additive(
      "a closure made optional",
      "parameter-made-optional",
      from: "public func f(_ a: @escaping () -> Void) {}",
      to: "public func f(_ a: (() -> Void)?) {}",
      client: "func g() { f {} }"
    ),
    .breaking(
      "a closure made optional that did not escape",
      "parameter-changed",
      from: "public func f(_ a: () -> Void) {}",
      to: "public func f(_ a: (() -> Void)?) {}",
      client: "func g(_ a: () -> Void) { f(a) }"
    ),
    .breaking(
      "a closure no longer on the main actor",
      "parameter-changed",
      from: "public func f(_ a: @escaping @MainActor () -> Void) {}",
      to: "public func f(_ a: @escaping () -> Void) {}",
      client: "@MainActor func h() {}\nnonisolated func g() { f { h() } }"
    ),
  ]
}
