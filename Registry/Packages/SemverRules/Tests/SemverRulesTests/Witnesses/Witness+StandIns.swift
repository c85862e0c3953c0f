extension Witness {
  static let standIns: [Witness] = [
    .additive(
      "req more generic default",
      "requirement-added-with-default",
      from: "public protocol P {}",
      to: """
        public protocol P { func go(_ x: [Int]) -> Int; subscript(x: Int) -> String { get } }
        extension P { public func go<C: Collection>(_ x: C) -> C.Element where C.Element: 
          Comparable { x.first! }
          public subscript<K: Hashable>(x: K) -> String { "" } }
        """,
      client: "struct M: P {}"
    ),
    .breaking(
      "req default async isolated",
      "requirement-added",
      from: """
        public final class L { public init() {} }
        public protocol P {}
        """,
      to: """
        public final class L { public init() {} }
        public protocol P { func go(_ l: L) async }
        extension P { @MainActor public func go(_ l: L) async {} }
        """,
      client: "struct M: P {}"
    ),
    .breaking(
      "req default self class",
      "requirement-added",
      from: "public protocol P {}",
      to: """
        public protocol P { func go() }
        extension P where Self: AnyObject { public func go() {} }
        """,
      client: "struct M: P {}"
    ),
    .breaking(
      "req default optional",
      "requirement-added",
      from: "public protocol P {}",
      to: """
        public protocol P { func go(_ x: Int) -> Int? }
        extension P { public func go(_ x: Int) -> Int { 1 } }
        """,
      client: "struct M: P {}"
    ),
    .additive(
      "req default non escaping",
      "requirement-added-with-default",
      from: "public protocol P {}",
      to: """
        public protocol P { func go(_ f: @escaping @Sendable () -> Void); init?(x: Int) }
        extension P { public func go(_ f: () -> Void) {}; public init(x: Int) { fatalError() } }
        """,
      client: "struct M: P {}"
    ),
    .additive(
      "req default typed throws",
      "requirement-added-with-default",
      from: """
        public struct E: Error {}
        public protocol P {}
        """,
      to: """
        public struct E: Error {}
        public protocol P { func go() throws; func run(_ f: () throws -> Void) rethrows }
        extension P { public func go() throws(E) {}; public func run(_ f: () throws -> Void) {}
          }
        """,
      client: "struct M: P {}"
    ),
    .breaking(
      "default becomes mutating",
      "mutating-added",
      from: """
        public protocol P { func go() }
        extension P { public func go() {} }
        """,
      to: """
        public protocol P { func go() }
        extension P { public mutating func go() {} }
        """,
      client: "struct M: P {}"
    ),
    .unchanged(
      "default becomes generic",
      from: """
        public protocol P { func go(_ x: Int) }
        extension P { public func go(_ x: Int) {} }
        """,
      to: """
        public protocol P { func go(_ x: Int) }
        extension P { public func go<T>(_ x: T) {} }
        """,
      client: """
        struct M: P {}
        func f() { M().go(1) }
        """
    ),
    .additive(
      "open hashable added",
      "conformance-added",
      from: "open class L { public init() {} }",
      to: """
        open class L: Hashable { public init() {}; public static func == (a: L, b: L) -> Bool {
          true }; open func hash(into h: inout Hasher) {} }
        """,
      client: "class M: L {}"
    ),
    .unchanged(
      "override generic super2",
      from: """
        open class A<T, U> { public init() {}; open func go(_ t: T,
          _ u: U?) -> [T: U] where T: Hashable { [:] }; open var x: U? { nil } }
        open class M<V>: A<String, [V]> {}
        public class B: M<Int> { public override func go(_ t: String,
          _ u: [Int]?) -> [String: [Int]] { [:] }; public override var x: [Int]? { nil } }
        """,
      to: """
        open class A<T, U> { public init() {}; open func go(_ t: T,
          _ u: U?) -> [T: U] where T: Hashable { [:] }; open var x: U? { nil } }
        open class M<V>: A<String, [V]> {}
        public class B: M<Int> { }
        """,
      client: "func f() { _ = B().go(\"\", [1]); _ = B().x }"
    ),
    .unchanged(
      "generic default replaces",
      from: """
        public protocol P { associatedtype E; func all() -> [E] }
        extension P { public func first() -> E? { all().first } }
        public struct S<T>: P { public init() {}; public func all() -> [T] { [] };
          public func first() -> T? { nil } }
        """,
      to: """
        public protocol P { associatedtype E; func all() -> [E] }
        extension P { public func first() -> E? { all().first } }
        public struct S<T>: P { public init() {}; public func all() -> [T] { [] } }
        """,
      client: "func f() -> Int? { S<Int>().first() }"
    ),
    .breaking(
      "mutating requirement split",
      "refinement-added",
      from: "public protocol P { func a() }",
      to: """
        public protocol Q { mutating func a() }
        public protocol P: Q { }
        """,
      client: "func f<T: P>(_ t: T) { t.a() }"
    ).alsoNaming("requirement-removed").alsoNaming("type-added"),
    .breaking(
      "default throws more",
      "requirement-added",
      from: """
        public struct E: Error {}
        public protocol P {}
        """,
      to: """
        public struct E: Error {}
        public protocol P { func go() throws(E) }
        extension P { public func go() throws {} }
        """,
      client: "struct M: P {}"
    ),
    .breaking(
      "default mutating",
      "requirement-added",
      from: "public protocol P {}",
      to: """
        public protocol P { func go() }
        extension P { public mutating func go() {} }
        """,
      client: "struct M: P {}"
    ),
    .breaking(
      "default isolated",
      "requirement-added",
      from: "public protocol P {}",
      to: """
        public protocol P { func go() }
        extension P { @MainActor public func go() {} }
        """,
      client: "struct M: P {}"
    ),
    .breaking(
      "default getter throws",
      "requirement-added",
      from: "public protocol P {}",
      to: """
        public protocol P { var x: Int { get } }
        extension P { public var x: Int { get throws { 1 } } }
        """,
      client: "struct M: P {}"
    ),
    .breaking(
      "default getter mutating",
      "requirement-added",
      from: "public protocol P {}",
      to: """
        public protocol P { var x: Int { get } }
        extension P { public var x: Int { mutating get { 1 } } }
        """,
      client: "struct M: P {}"
    ),
    .breaking(
      "default rethrows",
      "requirement-added",
      from: "public protocol P {}",
      to: """
        public protocol P { func go(_ f: () throws -> Void) }
        extension P { public func go(_ f: () throws -> Void) rethrows {} }
        """,
      client: "struct M: P {}"
    ),
    .breaking(
      "default escaping",
      "requirement-added",
      from: "public protocol P {}",
      to: """
        public protocol P { func go(_ f: () -> Void) }
        extension P { public func go(_ f: @escaping () -> Void) {} }
        """,
      client: "struct M: P {}"
    ),
    .breaking(
      "default inout",
      "requirement-added",
      from: "public protocol P {}",
      to: """
        public protocol P { func go(_ x: Int) }
        extension P { public func go(_ x: inout Int) {} }
        """,
      client: "struct M: P {}"
    ),
    .additive(
      "default more general",
      "requirement-added-with-default",
      from: "public protocol P {}",
      to: """
        public protocol P { func go(_ x: Int) -> Int }
        extension P { public func go<T>(_ x: T) -> T { x } }
        """,
      client: "struct M: P {}"
    ),
    .breaking(
      "custom actor inherited",
      "declaration-removed",
      from: """
        @globalActor public actor Kitchen { public static let shared = Kitchen() }
        public protocol P {}
        extension P { @Kitchen public func go() {} }
        public struct S: P { public init() {}; public func go() {} }
        """,
      to: """
        @globalActor public actor Kitchen { public static let shared = Kitchen() }
        public protocol P {}
        extension P { @Kitchen public func go() {} }
        public struct S: P { public init() {} }
        """,
      client: "func f() { S().go() }"
    ),
    .breaking(
      "mutating inherited",
      "declaration-removed",
      from: """
        public protocol P { mutating func go() }
        extension P { public mutating func go() {} }
        public struct S: P { public init() {}; public func go() {} }
        """,
      to: """
        public protocol P { mutating func go() }
        extension P { public mutating func go() {} }
        public struct S: P { public init() {} }
        """,
      client: "func f() { let s = S(); s.go() }"
    ),
    .breaking(
      "open override inherited",
      "declaration-removed",
      from: """
        open class A { public init() {}; public func go() {} }
        open class B: A { open override func go() {} }
        """,
      to: """
        open class A { public init() {}; public func go() {} }
        open class B: A {}
        """,
      client: "class C: B { override func go() {} }"
    ),
    .unchanged(
      "override generic super",
      from: """
        open class A<T> { public init() {}; open func go(_ t: T) {} }
        public class B: A<Int> { public override func go(_ t: Int) {} }
        """,
      to: """
        open class A<T> { public init() {}; open func go(_ t: T) {} }
        public class B: A<Int> { }
        """,
      client: "func f() { B().go(1) }"
    ),
    .unchanged(
      "default via conditional",
      from: """
        public protocol P { associatedtype T; func go(_ t: T) }
        extension P { public func go(_ t: T) {} }
        public struct S: P { public init() {}; public func go(_ t: Int) {} }
        """,
      to: """
        public protocol P { associatedtype T; func go(_ t: T) }
        extension P { public func go(_ t: T) {} }
        public struct S: P { public init() {}; public typealias T = Int }
        """,
      client: "func f() { S().go(1) }"
    ),
  ]
}
