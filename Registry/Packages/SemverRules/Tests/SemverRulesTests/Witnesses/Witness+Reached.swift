extension Witness {
  static let reached: [Witness] = [
    .breaking(
      "under refined",
      "requirement-added",
      from: """
        public protocol _Q {}
        public protocol P: _Q { func a() }
        """,
      to: """
        public protocol _Q { func z() }
        public protocol P: _Q { func a() }
        """,
      client: "struct M: P { func a() {} }"
    ),
    .breaking(
      "under super",
      "open-removed",
      from: """
        open class _Base { public init() {}; open func go() {} }
        open class Oven: _Base {}
        """,
      to: """
        open class _Base { public init() {}; public func go() {} }
        open class Oven: _Base {}
        """,
      client: "class M: Oven { override func go() {} }"
    ),
    .unchanged(
      "under not reached",
      from: """
        public struct _Secret { public init() {}; public func go() {} }
        public func bake() {}
        public struct L { public init() {}; public func _hidden() -> _Secret { _Secret() } }
        """,
      to: """
        public struct _Secret { public init() {} }
        public func bake() {}
        public struct L { public init() {} }
        """,
      client: "func f() { bake(); _ = L() }"
    ),
    .unchanged(
      "under member of reached",
      from: """
        public struct _S { public init() {}; public var count: Int { 1 }; public var _x: Int {
          1 }; public func _go() {} }
        public func make() -> _S { _S() }
        """,
      to: """
        public struct _S { public init() {}; public var count: Int { 1 } }
        public func make() -> _S { _S() }
        """,
      client: "func f() -> Int { make().count }"
    ),
    .unchanged(
      "under reached param renamed",
      from: """
        public struct _S<T> { public init() {}; public var count: T? { nil } }
        public func make() -> _S<Int> { _S() }
        """,
      to: """
        public struct _S<Element> { public init() {}; public var count: Element? { nil } }
        public func make() -> _S<Int> { _S() }
        """,
      client: "func f() -> Int? { make().count }"
    ),
    .breaking(
      "under alias extended",
      "requirement-added",
      from: """
        public protocol _P { func a() }
        public typealias P = _P
        """,
      to: """
        public protocol _P { func a(); func b() }
        public typealias P = _P
        """,
      client: "struct M: P { func a() {} }"
    ),
    .breaking(
      "under conformance lost",
      "conformance-removed",
      from: """
        public protocol _P {}
        public func bake<T: _P>(_ t: T) {}
        public struct L: _P { public init() {} }
        """,
      to: """
        public protocol _P {}
        public func bake<T: _P>(_ t: T) {}
        public struct L { public init() {} }
        """,
      client: "func f() { bake(L()) }"
    ),
    .unchanged(
      "under conformance lost2",
      from: """
        public protocol _P { func go() }
        public struct L: _P { public init() {}; public func go() {} }
        """,
      to: "public struct L { public init() {}; public func go() {} }",
      client: "func f() { L().go() }"
    ),
    .breaking(
      "under nested",
      "declaration-removed",
      from: """
        public enum _Kit { public struct Loaf { public init() {}; public func a() {} } }
        public typealias Loaf = _Kit.Loaf
        """,
      to: """
        public enum _Kit { public struct Loaf { public init() {} } }
        public typealias Loaf = _Kit.Loaf
        """,
      client: "func f() { Loaf().a() }"
    ),
    .breaking(
      "under property",
      "property-type-changed",
      from: """
        public struct _V { public var n: Int { 1 } }
        public struct L { public init() {}; public var v: _V { _V() } }
        """,
      to: """
        public struct _V { public var n: Int? { 1 } }
        public struct L { public init() {}; public var v: _V { _V() } }
        """,
      client: "func f() -> Int { L().v.n }"
    ),
    .breaking(
      "nested foreign conf",
      "declaration-removed",
      from: """
        extension Array { public struct Rack: Sequence { public init() {};
          public func makeIterator() -> IndexingIterator<[Int]> { [1].makeIterator() } } }
        """,
      to: """
        extension Array { public struct Rack { public init() {};
          public func makeIterator() -> IndexingIterator<[Int]> { [1].makeIterator() } } }
        """,
      client: "func f() { for x in [Int].Rack() { _ = x } }"
    ).alsoNaming("conformance-removed"),
    .breaking(
      "nested foreign conf2",
      "conformance-removed",
      from: "extension String { public struct Rack: Equatable { public init() {} } }",
      to: "extension String { public struct Rack { public init() {} } }",
      client: "func f() -> Bool { String.Rack() == String.Rack() }"
    ),
    .breaking(
      "nested foreign member",
      "declaration-removed",
      from: """
        extension String { public struct Rack { public init() {}; public func a() {} } }
        """,
      to: "extension String { public struct Rack { public init() {} } }",
      client: "func f() { String.Rack().a() }"
    ),
    .breaking(
      "overload gets param",
      "renamed",
      from: """
        public struct S { public init() {}; public func go(_ x: Int) {};
          public func go(_ x: String) {} }
        """,
      to: """
        public struct S { public init() {}; public func go(_ x: Int, at: Int = 1) {};
          public func go(_ x: String) {} }
        """,
      client: "func f() { let g: (S) -> (Int) -> Void = S.go(_:); g(S())(1) }"
    ),
    .breaking(
      "underscored base",
      "declaration-removed",
      from: """
        public protocol _Loafy {}
        extension _Loafy { public func slice() {} }
        public struct Loaf: _Loafy { public init() {} }
        """,
      to: """
        public protocol _Loafy {}
        public struct Loaf: _Loafy { public init() {} }
        """,
      client: "func f() { Loaf().slice() }"
    ),
    .breaking(
      "underscored alias",
      "declaration-removed",
      from: """
        public struct _Loaf { public init() {}; public func slice() {} }
        public typealias Loaf = _Loaf
        """,
      to: """
        public struct _Loaf { public init() {} }
        public typealias Loaf = _Loaf
        """,
      client: "func f() { Loaf().slice() }"
    ),
    .breaking(
      "underscored result",
      "declaration-removed",
      from: """
        public struct _Slices { public var count: Int { 1 } }
        public func slices() -> _Slices { _Slices() }
        """,
      to: """
        public struct _Slices { }
        public func slices() -> _Slices { _Slices() }
        """,
      client: "func f() -> Int { slices().count }"
    ),
    .breaking(
      "underscored conformance",
      "conformance-removed",
      from: """
        public struct _Slices: Sequence {
          public func makeIterator() -> IndexingIterator<[Int]> { [1].makeIterator() } }
        public func slices() -> _Slices { _Slices() }
        """,
      to: """
        public struct _Slices { }
        public func slices() -> _Slices { _Slices() }
        """,
      client: "func f() { for x in slices() { _ = x } }"
    ).alsoNaming("declaration-removed"),
  ]
}
