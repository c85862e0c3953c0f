/// Changes that the compiler leaves out of the interface, and types that only hold others together.
extension Witness {
  static let unwritten: [Witness] = [
    .breaking(
      "an SPI requirement",
      "requirement-added",
      from: "public protocol P { func go() }",
      to: "public protocol P { func go(); @_spi(Kit) func more() }",
      client: "struct M: P { func go() {} }"
    ),
    .breaking(
      "an SPI requirement with an SPI default",
      "requirement-added",
      from: "public protocol P { func go() }",
      to: """
        public protocol P { func go(); @_spi(Kit) var more: [Int]? { get } }
        extension P { @_spi(Kit) public var more: [Int]? { nil } }
        """,
      client: "struct M: P { func go() {} }"
    ),
    .unchanged(
      "an SPI requirement with a default for all",
      from: """
        public protocol P { func go() }
        extension P { public func more(_ x: Int?) -> [String] { [] } }
        """,
      to: """
        public protocol P { func go(); @_spi(Kit) func more(_ x: Int?) -> [String] }
        extension P { public func more(_ x: Int?) -> [String] { [] } }
        """,
      client: "struct M: P { func go() {} }"
    ),
    .unchanged(
      "an SPI requirement without a default, gone",
      from: "public protocol P { func go(); @_spi(Kit) func more() }",
      to: "public protocol P { func go() }",
      client: "func f(_ p: any P) { p.go() }"
    ),
    .additive(
      "an SPI requirement for everybody",
      "requirement-added-with-default",
      from: "public protocol P { func go(); @_spi(Kit) func more() }",
      to: "public protocol P { func go(); func more() }",
      client: "func f(_ p: any P) { p.go() }"
    ),
    .unchanged(
      "an SPI requirement of a protocol that no client can conform to",
      from: "public protocol P { func go(); @_spi(Kit) func more() }",
      to: "public protocol P { func go(); @_spi(Kit) func more(); @_spi(Kit) func most() }",
      client: "func f(_ p: any P) { p.go() }"
    ),
    .breaking(
      "an SPI case",
      "case-added",
      from: "public enum E { case a }",
      to: "public enum E { case a; @_spi(Kit) case b }",
      client: "func f(_ e: E) { switch e { case .a: break } }"
    ),
    .unchanged(
      "a struct for names, as an enum",
      from: """
        public struct Names { public static let first = 1; let all = false
          public struct Inner { public static func go() {} } }
        extension Names { public static func go() {} }
        """,
      to: """
        public enum Names { public static let first = 1
          public struct Inner { public static func go() {} } }
        extension Names { public static func go() {} }
        """,
      client: """
        extension Names { static let mine = 2 }
        func f() -> Int { Names.go(); Names.Inner.go(); let t = Names.self; return t.first }
        func g(_ n: Names?) -> Int { n == nil ? Names.mine : 3 }
        """
    ),
    .breaking(
      "a member of a struct for names that becomes an enum",
      "declaration-removed",
      from: "public struct Names { public static let first = 1 }",
      to: "public enum Names {}",
      client: "func f() -> Int { Names.first }"
    ),
    .breaking(
      "a struct that can be made, as an enum",
      "type-kind-changed",
      from: "public struct Names { public init() {} }",
      to: "public enum Names {}",
      client: "func f() { _ = Names() }"
    ),
    .breaking(
      "an enum without cases, as a struct",
      "type-kind-changed",
      from: "public enum Names {}",
      to: "public struct Names {}",
      client: "func f(_ n: Names) -> Int { switch n {} }"
    ),
  ]

  static let standardDefaults: [Witness] = [
    .additive(
      "a member that all sequences get",
      "declaration-added",
      from: """
        public struct Loaf: Sequence { public init() {}; public typealias Element = Int
          public func makeIterator() -> IndexingIterator<[Int]> { [1].makeIterator() }
          public func top() -> Int? { nil } }
        extension Array { public func top() -> Element? { nil } }
        extension Array where Element: Equatable { public func has(_ x: Element) -> Bool { true } }
        extension String { public func tops() -> [Character] { [] } }
        """,
      to: """
        public struct Loaf: Sequence { public init() {}; public typealias Element = Int
          public func makeIterator() -> IndexingIterator<[Int]> { [1].makeIterator() } }
        extension Sequence { public func top() -> Element? { nil }
          public func tops() -> [Element] { [] } }
        extension Sequence where Element: Equatable { public func has(_ x: Element) -> Bool { true } }
        """,
      client: """
        protocol Topped { associatedtype E; func top() -> E? }
        extension Loaf: Topped {}
        func f() -> Bool { let g: (Loaf) -> () -> Int? = Loaf.top; return g(Loaf())() == [1].top() }
        func h() -> Bool { [1].has(2) && "a".tops().count == 1 }
        """
    ),
    .additive(
      "a member that all integers get",
      "declaration-added",
      from: """
        extension Int { public func half() -> Int { self }; public static var few: Int { 3 } }
        extension UInt8 { public func half() -> UInt8 { self } }
        """,
      to: """
        extension FixedWidthInteger { public func half() -> Self { self }
          public static var few: Self { 3 } }
        """,
      client: "func f() -> Int { let x: Int = .few; return x.half() + Int((4 as UInt8).half()) }"
    ),
    .breaking(
      "a member that not all collections get",
      "declaration-removed",
      from: "extension Array { public mutating func put(_ x: Element) {} }",
      to: """
        extension RangeReplaceableCollection where Element: Hashable {
          public mutating func put(_ x: Element) {} }
        """,
      client: """
        struct N {}
        func f() { var a = [N()]; a.put(N()) }
        """
    ).alsoNaming("declaration-added"),
    .breaking(
      "a member that other integers get",
      "declaration-removed",
      from: "extension Int { public func half() -> Int { self } }",
      to: "extension UnsignedInteger { public func half() -> Self { self } }",
      client: "func f() -> Int { 3.half() }"
    ).alsoNaming("declaration-added"),
    .additive(
      "a closure on any actor",
      "parameter-loosened",
      from: """
        public final class L { public init() {}; public func touch() {} }
        nonisolated(nonsending)
        public func bake(_ f: nonisolated(nonsending) () async -> Void) async { await f() }
        public func cool(_ f: nonisolated(nonsending) (L) async -> L) async { _ = await f(L()) }
        """,
      to: """
        public final class L { public init() {}; public func touch() {} }
        nonisolated(nonsending)
        public func bake(_ f: @concurrent () async -> Void) async { await f() }
        public func cool(_ f: @concurrent (L) async -> L) async { _ = await f(L()) }
        """,
      client: """
        @MainActor func f() async { let l = L(); var n = 0; await bake { l.touch(); n += 1 }; _ = n }
        func g(_ k: nonisolated(nonsending) (L) async -> L) async { await cool(k); await cool { $0 } }
        func h() { let v: (nonisolated(nonsending) (L) async -> L) async -> Void = cool; _ = v }
        """
    ),
    .breaking(
      "a closure on any actor, of a method that is overridden",
      "open-member-changed",
      from: """
        open class O { public init() {}
          open func go(_ f: nonisolated(nonsending) () async -> Void) async {} }
        """,
      to: """
        open class O { public init() {}
          open func go(_ f: @concurrent () async -> Void) async {} }
        """,
      client: """
        class M: O { override func go(_ f: nonisolated(nonsending) () async -> Void) async {} }
        """
    ),
    .unchanged(
      "a generic parameter called as a new type in another",
      from: """
        public struct Box<Value> { public init() {} }
        extension AsyncStream { public static var never: AsyncStream<Element> { fatalError() } }
        """,
      to: """
        public struct Box<Value> { public init() {} }
        extension Box: Sequence, IteratorProtocol where Value: IteratorProtocol {
          public func next() -> Value.Element? { nil } }
        extension AsyncStream { public static var never: AsyncStream<Element> { fatalError() } }
        """,
      client: "func f() -> AsyncStream<Int> { .never }"
    ).with("conformance-added", "declaration-added"),
    .breaking(
      "a closure where its caller runs",
      "parameter-changed",
      from: """
        public final class L { public init() {} }
        public func cool(_ f: @concurrent (L) async -> Void) async { await f(L()) }
        """,
      to: """
        public final class L { public init() {} }
        public func cool(_ f: @MainActor (L) async -> Void) async { await f(L()) }
        """,
      client: "func g(_ k: (L) async -> Void) async { await cool(k) }"
    ),
  ]
}
