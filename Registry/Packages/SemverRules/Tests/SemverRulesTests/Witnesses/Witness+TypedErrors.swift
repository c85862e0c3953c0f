extension Witness {
  private static let callers =
    "struct A: Error {}\n"
    + "protocol H { func f<T>(_ c: (Int) throws -> T) rethrows -> T }\nextension S: H {}\n"
    + "func a(_ s: S) -> Int { s.f { $0 } }\n"
    + "func b(_ s: S) throws -> Int { try s.f { x in if x > 1 { throw A() }; return x } }\n"
    + "func c(_ s: S, _ g: (Int) throws -> Int) rethrows -> Int { try s.f { try g($0) } }\n"
    + "func d() -> (S) -> ((Int) throws -> Int) throws -> Int { S.f }\n"
    + "func e(_ s: S, _ g: (Int) throws(A) -> Int) { let r = Result { try s.f(g) }; _ = r }"

  static let typedErrors: [Witness] = [
    .additive(
      "a closure's error before other generic parameters",
      "rethrows-typed",
      from:
        "public struct S { public func f<T>(_ c: (Int) throws -> T) rethrows -> T { try c(1) } }",
      to: "public struct S { public func f<E: Error, T>(_ c: (Int) throws(E) -> T) throws(E) -> T "
        + "{ try c(1) } }",
      client: callers
    ),
    .additive(
      "a closure's error in an extension with constraints",
      "rethrows-typed",
      from: "public struct S<U> {}\n"
        + "extension S where U: Hashable { public func f<V, W: Equatable>(_ u: U, _ w: W, "
        + "_ c: @escaping (U, W) async throws -> V) async rethrows -> [V] { [] } }",
      to: "public struct S<U> {}\n"
        + "extension S where U: Hashable { public func f<E, V, W>(_ u: U, _ w: W, "
        + "_ c: @escaping (U, W) async throws(E) -> V) async throws(E) -> [V] where W: Equatable "
        + "{ [] } }",
      client: "func g(_ s: S<Int>, _ c: @escaping (Int, String) async throws -> Int) async throws "
        + "-> [Int] { try await s.f(1, \"\", c) + s.f(1, \"\") { $0 + $1.count } }"
    ),
    .additive(
      "a closure's error in a default implementation",
      "rethrows-typed",
      from: "public protocol P { func f<T>(_ c: () throws -> T) rethrows -> T }\n"
        + "extension P { public func f<T>(_ c: () throws -> T) rethrows -> T { try c() } }",
      to: "public protocol P { func f<T>(_ c: () throws -> T) rethrows -> T }\n"
        + "extension P { public func f<T, E>(_ c: () throws(E) -> T) throws(E) -> T { try c() } }",
      client: "struct M: P {}\nfunc g(_ p: some P) -> Int { p.f { 1 } + M().f { 2 } }"
    ),
    .additive(
      "a closure's error as the only generic parameter of a mutating method",
      "rethrows-typed",
      from: "public struct S { public mutating func f(_ c: (Int) throws -> Void) rethrows {} }",
      to: "public struct S { public mutating func f<E>(_ c: (Int) throws(E) -> Void) throws(E) "
        + "{} }",
      client: "func g(_ s: inout S, _ c: (Int) throws -> Void) rethrows { s.f { _ in }; "
        + "try s.f(c) }"
    ),
    .breaking(
      "a closure's error beside another constraint",
      "constraint-added",
      from: "public func f<T>(_ c: () throws -> T) rethrows -> T { try c() }",
      to: "public func f<E, T: Hashable>(_ c: () throws(E) -> T) throws(E) -> T { try c() }",
      client: "struct N {}\nfunc g() { _ = f { N() } }"
    ).alsoNaming("rethrows-typed"),
    .breaking(
      "a closure's error in a requirement",
      "requirement-changed",
      from: "public protocol P { func f<T>(_ c: () throws -> T) rethrows -> T }",
      to: "public protocol P { func f<T, E>(_ c: () throws(E) -> T) throws(E) -> T }",
      client: "struct M: P { func f<T>(_ c: () throws -> T) rethrows -> T { try c() } }"
    ),
    .breaking(
      "a closure's error in an open method",
      "open-member-changed",
      from: "open class C { public init() {}\n"
        + "  open func f<T>(_ c: () throws -> T) rethrows -> T { try c() } }",
      to: "open class C { public init() {}\n"
        + "  open func f<T, E>(_ c: () throws(E) -> T) throws(E) -> T { try c() } }",
      client: "class M: C { override func f<T>(_ c: () throws -> T) rethrows -> T { try c() } }"
    ),
    .breaking(
      "a closure's error as the only generic parameter, as a value",
      "error-not-inferred",
      from: "public func f(_ c: () throws -> Void) rethrows { try c() }",
      to: "public func f<E>(_ c: () throws(E) -> Void) throws(E) { try c() }",
      client: "func g() { let h = f; _ = h }"
    ),
    .breaking(
      "an autoclosure's error",
      "error-not-inferred",
      from: "public func f<T>(_ c: @autoclosure () throws -> T) rethrows -> T { try c() }",
      to: "public func f<T, E>(_ c: @autoclosure () throws(E) -> T) throws(E) -> T { try c() }",
      client: "func g() { _ = f(1) }"
    ),
    .breaking(
      "an optional closure's error",
      "error-not-inferred",
      from: "public func f<T>(_ t: T, _ c: (() throws -> T)?) rethrows {}",
      to: "public func f<T, E>(_ t: T, _ c: (() throws(E) -> T)?) throws(E) {}",
      client: "func g() { f(1, nil) }"
    ),
    .breaking(
      "the error of a closure with a default",
      "error-not-inferred",
      from: "public func f<T>(_ t: T, _ c: () throws -> Void = {}) rethrows {}",
      to: "public func f<T, E>(_ t: T, _ c: () throws(E) -> Void = {}) throws(E) {}",
      client: "func g() throws { try f(1) }"
    ),
    .breaking(
      "the error of two closures",
      "error-not-inferred",
      from: "public func f<T>(_ c: () throws -> T, _ d: () throws -> T) rethrows {}",
      to: "public func f<T, E>(_ c: () throws(E) -> T, _ d: () throws(E) -> T) throws(E) {}",
      client: "struct A: Error {}\nstruct B: Error {}\n"
        + "func g(_ c: () throws(A) -> Int, _ d: () throws(B) -> Int) throws { try f(c, d) }"
    ),
    .breaking(
      "the error of one of two closures",
      "error-not-inferred",
      from: "public func f<T>(_ c: () throws -> T, _ d: () throws -> T) rethrows {}",
      to: "public func f<T, E>(_ c: () throws(E) -> T, _ d: () throws -> T) throws(E) {}",
      client: "func g(_ c: () throws -> Int, _ d: () throws -> Int) rethrows { try f(c, d) }"
    ),
    .breaking(
      "the error of what a closure is given",
      "rethrows-changed",
      from: "public func f<T>(_ c: (() throws -> T) throws -> T) rethrows {}",
      to: "public func f<T, E>(_ c: (() throws(E) -> T) throws(E) -> T) throws(E) {}",
      client: "func h(_ c: () throws -> Int) -> Int { 1 }\nfunc g() { f(h) }"
    ).with("generic-parameters-changed", "parameter-changed", "rethrows-changed"),
  ]
}
