extension Witness {
  static let storage: [Witness] = [
    .unchanged(
      "default values",
      from: """
        public func bake(_ x: Int = 1, _ y: String = "a", z: [Int] = [], w: Int? = nil,
          file: StaticString = #file) {}
        public func cool<T: Equatable>(_ t: T, other: T? = nil, _ l: [Int] = [1]) {}
        """,
      to: """
        public func bake(_ x: Int = 2 + 3, _ y: String = "b".uppercased(), z: [Int] = [1, 2],
          w: Int? = 3, file: StaticString = #fileID) {}
        public func cool<T: Equatable>(_ t: T, other: T? = .none, _ l: [Int] = [2, 3]) {}
        """,
      client: "func f() { bake(); cool(1) }"
    ),
    .unchanged(
      "default generic literal",
      from: "public func bake<C: Collection>(_ c: C = [1, 2]) -> C.Element { c.first! }",
      to: "public func bake<C: Collection>(_ c: C = [3]) -> C.Element { c.first! }",
      client: "func f() -> Int { bake() }"
    ),
    .breaking(
      "overlap stored",
      "storage-removed",
      from: "public struct L { public var a = 1; public var b = 2; public init() {} }",
      to: """
        public struct L { public var a: Int { get { 1 } set {} }; public var b = 2;
          public init() {} }
        """,
      client: "func f() { var l = L(); swap(&l.a, &l.b) }"
    ),
    .breaking(
      "stored observed",
      "storage-removed",
      from: "public struct L { public var a = 1; public var b = 2; public init() {} }",
      to: """
        public struct L { public var a = 1 { didSet {} }; public var b = 2; public init() {} }
        """,
      client: "func f() { var l = L(); swap(&l.a, &l.b) }"
    ),
    .unchanged(
      "stored class",
      from: """
        public final class L { public var a = 1; public var b = 2; public init() {} }
        public struct O { public var a = 1; public init() {} }
        public struct R { public private(set) var a = 1; public var b = 1; public let c = 1;
          public init() {} }
        """,
      to: """
        public final class L { public var a: Int { get { 1 } set {} }; public var b = 2;
          public init() {} }
        public struct O { public var a: Int { get { 1 } set {} }; public init() {} }
        public struct R { public var a: Int { 1 }; public var b = 1; public var c: Int { 1 };
          public init() {} }
        """,
      client: """
        func f() { let l = L(); l.a = 1; var o = O(); o.a = 2; var r = R(); r.b = r.a + r.c }
        """
    ),
    .unchanged(
      "computed stored",
      from: """
        public struct L { public var a: Int { get { 1 } set {} }; public var b = 2;
          public init() {} }
        """,
      to: "public struct L { public var a = 1; public var b = 2; public init() {} }",
      client: "func f() { var l = L(); l.a = l.b }"
    ),
    .breaking(
      "deinit comes",
      "deinit-added",
      from: """
        public struct D: ~Copyable { public init() {} }
        @frozen public struct L: ~Copyable { public var d = D(); public init() {} }
        """,
      to: """
        public struct D: ~Copyable { public init() {} }
        @frozen public struct L: ~Copyable { public var d = D(); public init() {}; deinit {} }
        """,
      client: "func f(_ l: consuming L) -> D { l.d }"
    ),
    .unchanged(
      "deinit comes not frozen",
      from: "public struct L: ~Copyable { public var d = 1; public init() {} }",
      to: "public struct L: ~Copyable { public var d = 1; public init() {}; deinit {} }",
      client: "func f(_ l: consuming L) -> Int { let x = l.d; return x }"
    ),
    .unchanged(
      "deinit goes",
      from: "public struct L: ~Copyable { public var d = 1; public init() {}; deinit {} }",
      to: "public struct L: ~Copyable { public var d = 1; public init() {} }",
      client: "func f(_ l: consuming L) -> Int { l.d }"
    ),
    .breaking(
      "frozen goes of a noncopyable type",
      "frozen-removed",
      from: """
        public struct D: ~Copyable { public init() {} }
        @frozen public struct L: ~Copyable { public var d = D(); public init() {} }
        """,
      to: """
        public struct D: ~Copyable { public init() {} }
        public struct L: ~Copyable { public var d = D(); public init() {} }
        """,
      client: "func f(_ l: consuming L) -> D { l.d }"
    ),
    .unchanged(
      "frozen enum of a noncopyable type",
      from: """
        public struct D: ~Copyable { public init() {} }
        @frozen public enum L: ~Copyable { case a(D), b }
        """,
      to: """
        public struct D: ~Copyable { public init() {} }
        public enum L: ~Copyable { case a(D), b }
        """,
      client: """
        func f(_ l: consuming L) -> D { switch consume l { case .a(let d): return d;
          case .b: return D() } }
        """
    ),
    .additive(
      "frozen comes",
      "conformance-added",
      from: "public struct L { public var d = \"\" ; public init() {} }",
      to: "@frozen public struct L { public var d = \"\" ; public init() {} }",
      client: "func f(_ l: L) -> String { l.d }"
    ),
    .unchanged(
      "stored nccopyable",
      from: "public struct L: ~Copyable { public let d = 1; public init() {} }",
      to: "public struct L: ~Copyable { public var d: Int { 1 }; public init() {} }",
      client: "func f(_ l: borrowing L) -> Int { l.d }"
    ),
    .unchanged(
      "bitwise inlinable",
      from: "public struct L { var x = 1; public init() { } }",
      to: "public struct L { @usableFromInline var x = 1; @inlinable public init() { } }",
      client: "func f() { _ = L() }"
    ),
    .additive(
      "bitwise frozen",
      "conformance-added",
      from: "public struct L { var x = 1; public init() { } }",
      to: """
        @frozen public struct L { @usableFromInline var x = 1; @inlinable public init() { } }
        """,
      client: "func f() { _ = L() }"
    ),
    .additive(
      "bitwise explicit",
      "conformance-added",
      from: """
        public struct L: BitwiseCopyable { @usableFromInline var x = 1; public init() { } }
        """,
      to: """
        public struct L: BitwiseCopyable, Sendable { @usableFromInline var x = 1;
          @inlinable public init() { x = 2 } }
        """,
      client: "func f() { _ = L() }"
    ),
    .breaking(
      "isolation default gone",
      "default-changed",
      from: """
        public final class Loaf { public init() {} }
        public func bake(_ l: Loaf, isolation: isolated (any Actor)? = #isolation) async {}
        """,
      to: """
        public final class Loaf { public init() {} }
        public func bake(_ l: Loaf, isolation: isolated (any Actor)? = nil) async {}
        """,
      client: "@MainActor final class K { let l = Loaf(); func f() async { await bake(l) } }"
    ),
  ]
}
