extension Witness {
  static let renamings: [Witness] = [
    .additive(
      "alias generic",
      "type-renamed-with-alias",
      from: """
        public struct Oven<T> { public init() {}; public func go(_ t: T) {} }
        extension Oven: Sendable where T: Sendable {}
        public func use(_ o: Oven<Int>) -> [Oven<String>] { [] }
        """,
      to: """
        public struct Stove<T> { public init() {}; public func go(_ t: T) {} }
        extension Stove: Sendable where T: Sendable {}
        public typealias Oven = Stove
        public func use(_ o: Stove<Int>) -> [Stove<String>] { [] }
        """,
      client: """
        extension Oven { func mine() {} }
        func f() { Oven<Int>().go(1); _ = use(Oven()) }
        """
    ),
    .additive(
      "alias generic2",
      "type-renamed-with-alias",
      from: "public struct Oven<T> { public init() {}; public func go(_ t: T) {} }",
      to: """
        public struct Stove<T> { public init() {}; public func go(_ t: T) {} }
        public typealias Oven<T> = Stove<T>
        """,
      client: "func f() { Oven<Int>().go(1) }"
    ),
    .additive(
      "alias nested",
      "type-renamed-with-alias",
      from: """
        public enum Menu { public struct Dish { public init() {}; public enum Kind { case a } ;
          public var k: Kind { .a } } }
        """,
      to: """
        public enum Menu { public typealias Dish = MenuDish }
        public struct MenuDish { public init() {}; public enum Kind { case a } ;
          public var k: Kind { .a } }
        """,
      client: """
        func f() -> Menu.Dish.Kind { Menu.Dish().k }
        extension Menu.Dish { func g() {} }
        """
    ),
    .additive(
      "alias protocol",
      "type-renamed-with-alias",
      from: """
        public protocol Base {}
        public protocol Baking: Base { func go() }
        extension Baking { public func twice() { go() } }
        public struct S: Baking { public init() {}; public func go() {} }
        public func use(_ b: some Baking) {}
        """,
      to: """
        public protocol Base {}
        public protocol Cooking: Base { func go() }
        extension Cooking { public func twice() { go() } }
        public typealias Baking = Cooking
        public struct S: Cooking { public init() {}; public func go() {} }
        public func use(_ b: some Cooking) {}
        """,
      client: """
        struct M: Baking { func go() {} }
        extension Baking { func thrice() { twice() } }
        func f() { use(M()); use(S()); S().thrice() }
        """
    ),
    .additive(
      "alias class",
      "type-renamed-with-alias",
      from: """
        open class Oven { public init() {}; open func go() {} }
        open class Big: Oven {}
        """,
      to: """
        open class Stove { public init() {}; open func go() {} }
        open class Big: Stove {}
        public typealias Oven = Stove
        """,
      client: """
        class M: Oven { override func go() {} }
        class N: Big { override func go() {} }
        """
    ),
    .breaking(
      "alias member lost",
      "declaration-removed",
      from: "public struct Oven { public init() {}; public func go() {} }",
      to: """
        public struct Stove { public init() {} }
        public typealias Oven = Stove
        """,
      client: "func f() { Oven().go() }"
    ).alsoNaming("type-renamed-with-alias"),
    .breaking(
      "alias kind",
      "open-removed",
      from: "open class Oven { public init() {} }",
      to: """
        public final class Stove { public init() {} }
        public typealias Oven = Stove
        """,
      client: "class M: Oven {}"
    ).alsoNaming("type-renamed-with-alias"),
    .breaking(
      "alias unavailable",
      "type-kind-changed",
      from: "public struct Oven { public init() {} }",
      to: """
        public struct Stove { public init() {} }
        @available(*, unavailable, renamed: "Stove") public typealias Oven = Stove
        """,
      client: "func f() -> Oven { fatalError() }"
    ).alsoNaming("declaration-removed").alsoNaming("type-added"),
    .breaking(
      "alias merged",
      "type-kind-changed",
      from: """
        public struct A { public init() {} }
        public struct B { public init() {} }
        """,
      to: """
        public struct A { public init() {} }
        public typealias B = A
        """,
      client: """
        protocol P {}
        extension A: P {}
        extension B: P {}
        """
    ).alsoNaming("declaration-removed"),
    .additive(
      "alias swap",
      "type-renamed-with-alias",
      from: """
        public struct Stove { public init() {} }
        public typealias Oven = Stove
        """,
      to: """
        public struct Oven { public init() {} }
        public typealias Stove = Oven
        """,
      client: """
        func f() -> Oven { Stove() }
        extension Oven { func x() {} }
        """
    ),
    .additive(
      "alias builder",
      "type-renamed-with-alias",
      from: """
        @resultBuilder public enum Layers {
          public static func buildBlock(_ x: Int...) -> [Int] { x } }
        public func cake(@Layers _ l: () -> [Int]) {}
        """,
      to: """
        @resultBuilder public enum LayerBuilder {
          public static func buildBlock(_ x: Int...) -> [Int] { x } }
        public typealias Layers = LayerBuilder
        public func cake(@LayerBuilder _ l: () -> [Int]) {}
        """,
      client: """
        func f() { cake { 1; 2 } }
        @Layers func g() -> [Int] { 1 }
        """
    ),
    .unchanged(
      "op moves in",
      from: """
        public struct Box<T> { public init() {} }
        public func + <T>(a: Box<T>, b: Box<T>) -> Box<T> { a }
        infix operator +++
        public struct L { public init() {} }
        public func +++ (a: L, b: Int) -> L { a }
        public func == (a: L, b: L) -> Bool { true }
        extension L: Equatable {}
        """,
      to: """
        public struct Box<T> { public init() {}; public static func + (a: Self,
          b: Self) -> Self { a } }
        infix operator +++
        public struct L: Equatable { public init() {}; public static func +++ (a: L,
          b: Int) -> L { a }
         public static func == (a: L, b: L) -> Bool { true } }
        """,
      client: """
        func f() -> L { let g: (L, Int) -> L = (+++); return g(L(), 1) +++ 1 }
        func h() -> Box<Int> { Box() + Box() }
        func k() -> Bool { L() == L() }
        """
    ),
    .breaking(
      "op moves other",
      "declaration-removed",
      from: """
        public struct L { public init() {} }
        public func + (a: L, b: L) -> L { a }
        """,
      to: """
        public struct L { public init() {}; public static func + (a: L, b: L) -> L? { a } }
        """,
      client: "func f() -> L { L() + L() }"
    ).alsoNaming("declaration-added"),
    .additive(
      "method to protocol",
      "conformance-added",
      from: """
        public struct L { public init() {}; public func go(_ x: Int = 1) -> L { self } ;
          public var n: Int { 1 } }
        """,
      to: """
        public protocol P { var n: Int { get } }
        extension P { public func go(_ x: Int = 1) -> Self { self } ; public var n: Int { 1 } }
        public struct L: P { public init() {} }
        """,
      client: "func f() -> L { let g: (L) -> (Int) -> L = L.go; return g(L().go())(L().n) }"
    ).alsoNaming("type-added"),
    .additive(
      "method to protocol constrained",
      "conformance-added",
      from: "public struct L: Hashable { public init() {}; public func go() {} }",
      to: """
        public protocol P {}
        extension P where Self: Hashable { public func go() {} }
        public struct L: Hashable, P { public init() {} }
        """,
      client: "func f() { L().go() }"
    ).alsoNaming("type-added"),
    .breaking(
      "method to protocol mutating",
      "declaration-removed",
      from: "public struct L { public init() {}; public func go() {} }",
      to: """
        public protocol P {}
        extension P { public mutating func go() {} }
        public struct L: P { public init() {} }
        """,
      client: "func f() { let l = L(); l.go() }"
    ).alsoNaming("conformance-added").alsoNaming("type-added"),
    .additive(
      "protocol split",
      "refinement-met",
      from: """
        public protocol P { associatedtype T; func a() -> T; func b() }
        extension P { public func c() { b() } }
        """,
      to: """
        public protocol Q { associatedtype T; func a() -> T }
        public protocol P: Q { func b() }
        extension P { public func c() { b() } }
        """,
      client: """
        struct M: P { func a() -> Int { 1 }; func b() {} }
        func f<X: P>(_ x: X) -> X.T { x.b(); return x.a() }
        """
    ).alsoNaming("type-added"),
    .breaking(
      "protocol split more",
      "refinement-added",
      from: "public protocol P { func a() }",
      to: """
        public protocol Q { func a(); func z() }
        public protocol P: Q { }
        """,
      client: "struct M: P { func a() {} }"
    ).alsoNaming("type-added"),
    .additive(
      "protocol merge",
      "requirement-added-with-default",
      from: """
        public protocol Q { func a() }
        public protocol P: Q { func b() }
        """,
      to: """
        public protocol Q { func a() }
        public protocol P: Q { func a(); func b() }
        """,
      client: "struct M: P { func a() {}; func b() {} }"
    ),
    .additive(
      "default moves up",
      "declaration-added",
      from: """
        public protocol Q {}
        public protocol P: Q {}
        extension P { public func go() {} }
        """,
      to: """
        public protocol Q {}
        public protocol P: Q {}
        extension Q { public func go() {} }
        """,
      client: """
        struct M: P {}
        func f() { M().go() }
        func g<T: P>(_ t: T) { t.go() }
        """
    ),
    .breaking(
      "default moves up gone",
      "declaration-removed",
      from: """
        public protocol Q {}
        public protocol P: Q {}
        extension Q { public func go() {} }
        """,
      to: """
        public protocol Q {}
        public protocol P: Q {}
        extension P { public func go() {} }
        """,
      client: """
        struct M: Q {}
        func f() { M().go() }
        """
    ).alsoNaming("declaration-added"),
    .additive(
      "precedence more",
      "precedence-relation-added",
      from: """
        precedencegroup Foo { higherThan: AdditionPrecedence
         associativity: left }
        infix operator +++: Foo
        public func +++ (a: Int, b: Int) -> Int { a }
        """,
      to: """
        precedencegroup Foo { higherThan: AdditionPrecedence
         lowerThan: BitwiseShiftPrecedence
         associativity: left }
        infix operator +++: Foo
        public func +++ (a: Int, b: Int) -> Int { a }
        """,
      client: "func f() -> Int { 1 +++ 2 +++ 3 + 4 }"
    ),
    .breaking(
      "precedence less",
      "operator-changed",
      from: """
        precedencegroup Foo { higherThan: AdditionPrecedence
         associativity: left }
        infix operator +++: Foo
        public func +++ (a: Int, b: Int) -> Int { a }
        """,
      to: """
        precedencegroup Foo { associativity: left }
        infix operator +++: Foo
        public func +++ (a: Int, b: Int) -> Int { a }
        """,
      client: "func f() -> Int { 1 +++ 2 +++ 3 + 4 }"
    ),
    .breaking(
      "precedence assoc",
      "operator-changed",
      from: """
        precedencegroup Foo { higherThan: AdditionPrecedence
         associativity: left }
        infix operator +++: Foo
        public func +++ (a: Int, b: Int) -> Int { a }
        """,
      to: """
        precedencegroup Foo { higherThan: AdditionPrecedence }
        infix operator +++: Foo
        public func +++ (a: Int, b: Int) -> Int { a }
        """,
      client: "func f() -> Int { 1 +++ 2 +++ 3 + 4 }"
    ),
    .unchanged(
      "self in actor",
      from: """
        public actor K { public init() {}; public static func make() -> Self? { nil } }
        public struct B<T> { public init() {}; public func twin(_ x: Self) -> [Self] { [self] }
          }
        extension B { public var me: Self { self } }
        public enum E { case a; public static func x() -> Self { .a } }
        """,
      to: """
        public actor K { public init() {}; public static func make() -> K? { nil } }
        public struct B<T> { public init() {}; public func twin(_ x: B<T>) -> [B<T>] { [self] }
          }
        extension B { public var me: B<T> { self } }
        public enum E { case a; public static func x() -> E { .a } }
        """,
      client: "func f() -> [B<Int>] { _ = K.make(); _ = E.x(); return B<Int>().me.twin(B()) }"
    ),
    .unchanged(
      "self return final class",
      from: """
        public final class Loaf { public init() {}; public func twin() -> Self { self } }
        """,
      to: """
        public final class Loaf { public init() {}; public func twin() -> Loaf { self } }
        """,
      client: "func f() -> Loaf { Loaf().twin() }"
    ),
  ]
}
