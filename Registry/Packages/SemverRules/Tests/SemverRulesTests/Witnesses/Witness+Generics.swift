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

  private static let box =
    "public struct Box<T> { public var t: T; public init(_ t: T) { self.t = t } }\n"

  static let conditions: [Witness] = [
    .breaking(
      "a condition that decides a static member",
      "parameter-undecided",
      from: box + "extension Box where T == Int { public static func make() -> Box { Box(1) } }",
      to: box + "extension Box { public static func make() -> Box { fatalError() } }",
      client: "func f() { _ = Box.make() }"
    ),
    .breaking(
      "a condition that decides an initializer",
      "parameter-undecided",
      from: box
        + "extension Box where T == Int { public init(_ f: (Box) -> Void) { self.init(1) } }",
      to: box + "extension Box { public init(_ f: (Box) -> Void) { fatalError() } }",
      client: "func f() { _ = Box { _ in } }"
    ),
    .breaking(
      "a condition that decides an argument that can be left out",
      "parameter-undecided",
      from: box + "extension Box where T == Int { public static func make(_ x: [T] = []) {} }",
      to: box + "extension Box { public static func make(_ x: [T] = []) {} }",
      client: "func f() { Box.make() }"
    ),
    .breaking(
      "a condition that makes a member implicit",
      "parameter-undecided",
      from: """
        public protocol Loaf {}
        public struct Rye: Loaf { public init() {} }
        extension Loaf where Self == Rye { public static var rye: Rye { Rye() } }
        public func bake(_ loaf: some Loaf) {}
        """,
      to: """
        public protocol Loaf {}
        public struct Rye: Loaf { public init() {} }
        extension Loaf { public static var rye: Rye { Rye() } }
        public func bake(_ loaf: some Loaf) {}
        """,
      client: "func f() { bake(.rye) }"
    ),
    .additive(
      "a condition of members that a value or an argument decides",
      "constraint-removed",
      from: box
        + "extension Box where T == Int { public func show() {}; public static func two(_ x: Box) {} }",
      to: box + "extension Box { public func show() {}; public static func two(_ x: Box) {} }",
      client: "func f() { Box(1).show(); Box.two(Box(1)) }"
    ),
    .additive(
      "a condition whose type the parameter takes the place of",
      "constraint-removed",
      from: box
        + "extension Box where T == Int { public func put(_ x: [Int]) -> Int { 1 }; "
        + "public var own: Int { 1 } }",
      to: box
        + "extension Box { public func put(_ x: [T]) -> T { t }; public var own: T { t } }",
      client: """
        func f() { let x: Int = Box(1).put([]) + Box(2).own; let g: ([Int]) -> Int = Box(1).put
          let h: (Box<Int>) -> ([Int]) -> Int = Box.put; _ = (x, g, h) }
        """
    ),
    .breaking(
      "a condition whose type an argument relies on",
      "parameter-changed",
      from: box
        + "extension Box where T == Int { public static func of(_ x: Int) -> Box { Box(x) } }",
      to: box + "extension Box { public static func of(_ x: T) -> Box { Box(x) } }",
      client: "func f() { _ = Box.of(.zero) }"
    ).with("parameter-changed", "constraint-removed"),
    .breaking(
      "a condition whose type is not the one in its place",
      "result-changed",
      from: box
        + "extension Box where T == Int { public func put() -> String { \"\" } }",
      to: box + "extension Box { public func put() -> T { t } }",
      client: "func f() { let x: String = Box(1).put(); _ = x }"
    ).with("result-changed", "constraint-removed"),
    .additive(
      "a condition of the errors that a closure throws",
      "constraint-removed",
      from: """
        extension Result where Failure == any Error {
          public init(trying f: () async throws -> Success) async { fatalError() } }
        """,
      to: """
        extension Result {
          public init(trying f: () async throws(Failure) -> Success) async { fatalError() } }
        """,
      client: """
        extension Result where Failure == any Error { func log() {} }
        struct E: Error {}
        func g() async throws(E) -> Int { 1 }
        func f() async throws { let r: Result<Int, any Error> = await Result { try await g() }
          await Result { await Task.yield() }.log(); _ = try await Result(trying: g).get()
          let h: (() async throws -> Int) async -> Result<Int, any Error> = Result.init(trying:)
          _ = await h(g); _ = r }
        """
    ),
  ]

  static let members: [Witness] = [
    .additive(
      "a requirement that what met a more general one meets",
      "requirement-added-with-default",
      from: """
        public protocol Oven { associatedtype Dough
          func bake<T, S: Sequence>(_ s: S, _ f: ((Dough) -> T)?) where S.Element == T }
        """,
      to: """
        public protocol Oven { associatedtype Dough
          func bake<T, S: Sequence>(_ s: S, _ f: ((Dough) -> T)?) where S.Element == T
          func bake<T: Equatable, S: Sequence>(_ s: S, _ f: ((Dough) -> T)?) where S.Element == T }
        """,
      client: """
        struct M: Oven {
          func bake<T, S: Sequence>(_ s: S, _ f: ((Int) -> T)?) where S.Element == T {} }
        """
    ),
    .breaking(
      "a requirement that what met a more special one does not meet",
      "requirement-added",
      from: "public protocol Oven { func bake<T: Equatable>(_ t: T) }",
      to: "public protocol Oven { func bake<T: Equatable>(_ t: T); func bake<T>(_ t: T) }",
      client: "struct M: Oven { func bake<T: Equatable>(_ t: T) {} }"
    ),
    .unchanged(
      "open in an extension is no longer said",
      from: "open class Oven { public init() {} }\nextension Oven { open func bake() {} }",
      to: "open class Oven { public init() {} }\nextension Oven { public func bake() {} }",
      client: "class Mine: Oven {}\nfunc f() { Mine().bake() }"
    ),
    .additive(
      "a member of an extension, whatever it says, is not overridden",
      "throws-removed",
      from: "open class Oven { public init() {} }\nextension Oven { open func bake() throws {} }",
      to: "open class Oven { public init() {} }\nextension Oven { open func bake() {} }",
      client: "class Mine: Oven {}\nfunc f() throws { try Mine().bake() }"
    ),
    .unchanged(
      "the types that an array has, by their names",
      from: """
        public func find(_ x: [Int]) -> Array<Int>.Index? { nil }
        public func first<T>(_ x: [T]) -> (Array<T>.Element, ArraySlice<T>.SubSequence) { fatalError() }
        """,
      to: """
        public func find(_ x: [Int]) -> Int? { nil }
        public func first<T>(_ x: [T]) -> (T, ArraySlice<T>) { fatalError() }
        """,
      client:
        "func f() { let i: Int? = find([1]); let x: (Int, ArraySlice<Int>) = first([2]); _ = (i, x) }"
    ),
    .breaking(
      "the type that a set has is no other",
      "result-changed",
      from: "public func find(_ x: Set<Int>) -> Set<Int>.Index? { nil }",
      to: "public func find(_ x: Set<Int>) -> Int? { nil }",
      client: "func f() { let i: Set<Int>.Index? = find([1]); _ = i }"
    ),
    .unchanged(
      "what was unavailable is gone",
      from: """
        public struct Oven { public init() {}
          @available(*, unavailable, renamed: "warmth") public var heat: Int { 1 }
          @available(*, unavailable) public func cool(_ x: Int) {}
          public var warmth: Int { 1 } }
        """,
      to: "public struct Oven { public init() {}; public var warmth: Int { 1 } }",
      client: "func f() -> Int { Oven().warmth }"
    ),
    .breaking(
      "what was unavailable on one system is gone",
      "declaration-removed",
      from: """
        public struct Oven { public init() {}
          @available(macOS, unavailable) public var heat: Int { 1 } }
        """,
      to: "public struct Oven { public init() {} }",
      client: "#if !os(macOS)\nfunc f() -> Int { Oven().heat }\n#endif"
    ),
  ]
}
