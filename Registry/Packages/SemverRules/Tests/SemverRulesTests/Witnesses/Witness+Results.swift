extension Witness {
  static let results: [Witness] = [
    .breaking(
      "an optional result",
      "result-changed",
      from: "public func f() -> Int { 1 }",
      to: "public func f() -> Int? { 1 }",
      client: "func g() -> Int { f() + 1 }"
    ),
    .breaking(
      "a result no longer optional",
      "result-changed",
      from: "public func f() -> Int? { 1 }",
      to: "public func f() -> Int { 1 }",
      client: "func g() { if let x = f() { _ = x } }"
    ),
    .breaking(
      "a tuple's label",
      "result-changed",
      from: "public func f() -> (a: Int, b: Int) { (1, 2) }",
      to: "public func f() -> (a: Int, c: Int) { (1, 2) }",
      client: "func g() -> Int { f().b }"
    ),
    .breaking(
      "an opaque result that says less",
      "result-changed",
      from: "public func f() -> some Collection<Int> { [1] }",
      to: "public func f() -> some Sequence<Int> { [1] }",
      client: "func g() -> Int { f().count }"
    ),
    .breaking(
      "a result that is discarded no longer by type",
      "result-changed",
      from: "public func f() {}",
      to: "public func f() -> Int { 1 }",
      client: "func g() { let h: () -> Void = f; h() }"
    ),
    .additive(
      "a @Sendable result",
      "result-narrowed",
      from: "public func f() -> () -> Void { {} }",
      to: "public func f() -> @Sendable () -> Void { {} }",
      client: "func g() { f()() }"
    ),
    .breaking(
      "a result that is not @Sendable any more",
      "result-changed",
      from: "public func f() -> @Sendable () -> Void { {} }",
      to: "public func f() -> () -> Void { {} }",
      client: "func g() { let h: @Sendable () -> Void = f(); h() }"
    ),
    .unchanged(
      "sugar",
      from: "public func f(_ a: Optional<Array<Int>>) -> Dictionary<String, Int> { [:] }",
      to: "public func f(_ a: [Int]?) -> [String: Int] { [:] }",
      client: "func g() { _ = f([1]) }"
    ),
    .unchanged(
      "void",
      from: "public func f() -> Void {}",
      to: "public func f() {}",
      client: "func g() { f() }"
    ),
    .unchanged(
      "an alias written out",
      from: "public typealias A = (Int) -> Void\npublic func f(_ a: @escaping A) {}",
      to: "public typealias A = (Int) -> Void\npublic func f(_ a: @escaping (Int) -> Void) {}",
      client: "func g() { f { _ in } }"
    ),
    .unchanged(
      "a generic alias written out",
      from: "public typealias A<T> = [T]\npublic func f(_ a: A<Int>) {}",
      to: "public typealias A<T> = [T]\npublic func f(_ a: [Int]) {}",
      client: "func g() { f([1]) }"
    ),
    .unchanged(
      "Self in a struct",
      from: "public struct S { public func f() -> Self { self } }",
      to: "public struct S { public func f() -> S { self } }",
      client: "func g(_ s: S) -> S { s.f() }"
    ),
    .breaking(
      "a method made static",
      "declaration-removed",
      from: "public struct S { public func f() {} }",
      to: "public struct S { public static func f() {} }",
      client: "func g(_ s: S) { s.f() }"
    ).alsoNaming("declaration-added"),
    .breaking(
      "a function made a property",
      "declaration-removed",
      from: "public struct S { public func f() -> Int { 1 } }",
      to: "public struct S { public var f: Int { 1 } }",
      client: "func g(_ s: S) -> Int { s.f() }"
    ).alsoNaming("overload-added"),
    .breaking(
      "an operator",
      "declaration-removed",
      from: "public struct S { public static func + (a: S, b: S) -> S { a } }",
      to: "public struct S {}",
      client: "func g(_ s: S) -> S { s + s }"
    ),
    .unchanged(
      "names of operands",
      from: "public struct S { public static func + (a: S, b: S) -> S { a } }",
      to: "public struct S { public static func + (l: S, r: S) -> S { l } }",
      client: "func g(_ s: S) -> S { s + s }"
    ),
    .breaking(
      "throwing initializer",
      "throws-added",
      from: "public struct S { public init() {} }",
      to: "public struct S { public init() throws {} }",
      client: "func g() { _ = S() }"
    ),
    .breaking(
      "untyped throws for typed",
      "thrown-type-changed",
      from: "public struct E: Error {}\npublic func f() throws(E) {}",
      to: "public struct E: Error {}\npublic func f() throws {}",
      client: "func g() throws(E) { try f() }"
    ),
    .additive(
      "throws made rethrows",
      "throws-removed",
      from: "public func f(_ a: () throws -> Void) throws {}",
      to: "public func f(_ a: () throws -> Void) rethrows { try a() }",
      client: "func g() throws { try f {} }"
    ),
  ]
}
