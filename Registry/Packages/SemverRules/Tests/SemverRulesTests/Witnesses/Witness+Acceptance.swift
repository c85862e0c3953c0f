extension Witness {
  static let acceptance: [Witness] = [
    .additive(
      "param closure any",
      "parameter-loosened",
      from: "public func each(_ f: (Any, [Int]) throws -> Void) rethrows {}",
      to: "public func each(_ f: (any Sendable, [Int]) throws -> Void) rethrows {}",
      client: """
        func g(_ x: Any, _ y: [Int]) {}
        func f(_ h: (Any, [Int]) -> Void) { each(g); each(h); each { print($0, $1) }
          each { if let i = $0 as? Int { print(i, $1) } }
          let i: ((Any, [Int]) throws -> Void) throws -> Void = each; try? i(h) }
        """
    ),
    .additive(
      "param closure any of a type",
      "parameter-loosened",
      from: "public func each(_ f: (Any) -> Void) {}",
      to: "public func each(_ f: (Int) -> Void) {}",
      client: """
        func g(_ x: Any) {}
        func f(_ h: (Any) -> Void) { each(g); each(h); each { print($0 as? String ?? "") }
          each { switch $0 { case let s as String: print(s); default: break } }
          let i: ((Any) -> Void) -> Void = each; i(h) }
        """
    ),
    .breaking(
      "param closure any wide",
      "parameter-changed",
      from: "public protocol P {}\npublic func each(_ f: (any P) -> Void) {}",
      to: "public protocol P {}\npublic func each(_ f: (Any) -> Void) {}",
      client: "func f(_ h: (any P) -> Void) { each(h) }"
    ),
    .additive(
      "param any of a protocol",
      "parameter-loosened",
      from: "public protocol P {}\npublic func put(_ x: any P) {}",
      to: "public protocol P {}\npublic func put(_ x: Any) {}",
      client: "func f(_ x: any P) { put(x); let g: (any P) -> Void = put; g(x) }"
    ),
    .breaking(
      "param any of a type",
      "parameter-changed",
      from: "public func put(_ x: Int) {}",
      to: "public func put(_ x: Any) {}",
      client: "func f() { put(.max) }"
    ),
    .additive(
      "result any",
      "result-narrowed",
      from: "public func look() -> Any { 1 }\npublic var it: Any { 1 }",
      to: "public func look() -> any Sendable { 1 }\npublic var it: String { \"\" }",
      client: """
        func f() { let x: Any = look(); let g: () -> Any = look; print(x, g(), it as? Int ?? 1)
          if let i = look() as? Int { print(i) }; if it is Int {}
          switch it { case let i as Int: print(i); default: break } }
        """
    ),
    .breaking(
      "result any requirement",
      "requirement-changed",
      from: "public protocol P { func look() -> Any }",
      to: "public protocol P { func look() -> any Sendable }",
      client: "struct S: P { func look() -> Any { 1 } }"
    ),
    .breaking(
      "result any noncopyable",
      "result-changed",
      from: "public struct N: ~Copyable {}\npublic func look() -> Any { 1 }",
      to: "public struct N: ~Copyable {}\npublic func look() -> N { N() }",
      client: "func f() { let x: Any = look(); print(x) }"
    ),
    .additive(
      "param super",
      "parameter-loosened",
      from: """
        open class A { public init() {} }
        open class B: A {}
        public func bake(_ x: B) {}
        public struct S { public init() {}; public func go(_ x: B?, _ f: (A) -> Void) {} }
        """,
      to: """
        open class A { public init() {} }
        open class B: A {}
        public func bake(_ x: A) {}
        public struct S { public init() {}; public func go(_ x: A?, _ f: (B) -> Void) {} }
        """,
      client: """
        func f() { bake(B()); let g: (B) -> Void = bake; g(B()); S().go(nil) { _ in };
          bake(.init()) }
        """
    ),
    .breaking(
      "param super implicit",
      "parameter-changed",
      from: """
        open class A { public init() {} }
        public final class B: A, @unchecked Sendable { public static let shared = B() }
        public func bake(_ x: B) {}
        """,
      to: """
        open class A { public init() {} }
        public final class B: A, @unchecked Sendable { public static let shared = B() }
        public func bake(_ x: A) {}
        """,
      client: "func f() { bake(.shared) }"
    ),
    .breaking(
      "param super override",
      "open-member-changed",
      from: """
        open class A { public init() {} }
        open class B: A {}
        open class K { public init() {}; open func bake(_ x: B) {} }
        """,
      to: """
        open class A { public init() {} }
        open class B: A {}
        open class K { public init() {}; open func bake(_ x: A) {} }
        """,
      client: "class M: K { override func bake(_ x: B) {} }"
    ),
    .breaking(
      "param super requirement",
      "requirement-changed",
      from: """
        open class A { public init() {} }
        open class B: A {}
        public protocol K { func bake(_ x: B) }
        """,
      to: """
        open class A { public init() {} }
        open class B: A {}
        public protocol K { func bake(_ x: A) }
        """,
      client: "class M: K { func bake(_ x: B) {} }"
    ),
    .additive(
      "param any parent",
      "parameter-loosened",
      from: """
        public protocol P {}
        public protocol Q: P {}
        public func bake(_ x: any Q) {}
        public func cool(_ x: [any Q]) {}
        """,
      to: """
        public protocol P {}
        public protocol Q: P {}
        public func bake(_ x: any P) {}
        public func cool(_ x: [any Q]) {}
        """,
      client: "func f(_ q: any Q) { bake(q); let g: (any Q) -> Void = bake; g(q) }"
    ),
    .breaking(
      "param any child",
      "parameter-changed",
      from: """
        public protocol P {}
        public protocol Q: P {}
        public func bake(_ x: any P) {}
        """,
      to: """
        public protocol P {}
        public protocol Q: P {}
        public func bake(_ x: any Q) {}
        """,
      client: "func f(_ p: any P) { bake(p) }"
    ),
    .additive(
      "param key path",
      "parameter-loosened",
      from: """
        public struct L { public var a = 1; public init() {} }
        public func bake(_ x: WritableKeyPath<L, Int>) {}
        public func cool<T>(_ x: ReferenceWritableKeyPath<T, Int>) {}
        """,
      to: """
        public struct L { public var a = 1; public init() {} }
        public func bake(_ x: KeyPath<L, Int>) {}
        public func cool<T>(_ x: KeyPath<T, Int>) {}
        """,
      client: """
        class K { var x = 1 }
        func f(_ p: WritableKeyPath<L, Int>) { bake(\\.a); bake(p); cool(\\K.x);
          let g: (WritableKeyPath<L, Int>) -> Void = bake; g(p) }
        """
    ),
    .breaking(
      "param key path back",
      "parameter-changed",
      from: """
        public struct L { public var a: Int { 1 }; public init() {} }
        public func bake(_ x: KeyPath<L, Int>) {}
        """,
      to: """
        public struct L { public var a: Int { 1 }; public init() {} }
        public func bake(_ x: WritableKeyPath<L, Int>) {}
        """,
      client: "func f() { bake(\\.a) }"
    ),
    .additive(
      "result sub",
      "result-narrowed",
      from: """
        open class A { public init() {} }
        open class B: A {}
        public func make() -> A { A() }
        public struct S { public init() {}; public var a: A { A() } }
        """,
      to: """
        open class A { public init() {} }
        open class B: A {}
        public func make() -> B { B() }
        public struct S { public init() {}; public var a: B { B() } }
        """,
      client: "func f() -> A { let g: () -> A = make; _ = \\S.a; return [make(), S().a][0] }"
    ),
    .breaking(
      "result sub var",
      "property-type-changed",
      from: """
        open class A { public init() {} }
        open class B: A {}
        public struct S { public init() {}; public var a = A() }
        """,
      to: """
        open class A { public init() {} }
        open class B: A {}
        public struct S { public init() {}; public var a = B() }
        """,
      client: "func f() { var s = S(); s.a = A() }"
    ),
    .breaking(
      "result sub open",
      "open-member-changed",
      from: """
        open class A { public init() {} }
        open class B: A {}
        open class K { public init() {}; open func make() -> A { A() } }
        """,
      to: """
        open class A { public init() {} }
        open class B: A {}
        open class K { public init() {}; open func make() -> B { B() } }
        """,
      client: "class M: K { override func make() -> A { A() } }"
    ),
    .additive(
      "result any more",
      "result-narrowed",
      from: """
        public protocol P {}
        struct I: P {}
        public func make() -> any P { I() }
        """,
      to: """
        public protocol P {}
        struct I: P {}
        public func make() -> any P & Sendable { I() }
        """,
      client: "func f() -> any P { let g: () -> any P = make; return g() }"
    ),
    .additive(
      "result concrete for some",
      "result-narrowed",
      from: """
        public protocol P { func go() }
        public struct I: P { public func go() {} }
        public func make() -> some P { I() }
        public func list() -> some Collection<Int> { [1] }
        public func seq() -> some Sequence<String> & Sendable { ["a"] }
        """,
      to: """
        public protocol P { func go() }
        public struct I: P { public func go() {} }
        public func make() -> I { I() }
        public func list() -> [Int] { [1] }
        public func seq() -> some Collection<String> & Sendable { ["a"] }
        """,
      client: """
        func f() { make().go(); let x: some P = make(); x.go(); for i in list() {
          let j: Int = i; _ = j }; _ = list().count
         for s in seq() { let t: String = s; _ = t } }
        """
    ),
    .breaking(
      "result some wrong",
      "result-changed",
      from: "public func list() -> some Collection<Int> { [1] }",
      to: "public func list() -> [String] { [\"a\"] }",
      client: "func f() { for i in list() { let j: Int = i; _ = j } }"
    ),
    .breaking(
      "result never value",
      "result-changed",
      from: "public func die() { fatalError() }",
      to: "public func die() -> Never { fatalError() }",
      client: "func f() { let g: () -> Void = die; g() }"
    ),
    .breaking(
      "result never int",
      "result-changed",
      from: "public func die() -> Int { fatalError() }",
      to: "public func die() -> Never { fatalError() }",
      client: "func f() -> Int { let x: Int = die(); return x }"
    ),
    .unchanged(
      "composition alias",
      from: """
        public protocol A {}
        public protocol B {}
        public typealias AB = A & B
        public func bake(_ x: any AB & Sendable) {}
        public func cool<T: AB>(_ t: T) {}
        """,
      to: """
        public protocol A {}
        public protocol B {}
        public typealias AB = A & B
        public func bake(_ x: any Sendable & B & A) {}
        public func cool<T: B & A>(_ t: T) {}
        """,
      client: """
        func f(_ x: any AB & Sendable) { bake(x); cool(X()) }
        struct X: AB {}
        """
    ),
    .additive(
      "nonsending sendable",
      "isolation-removed",
      from: """
        public struct O: Sendable { public init() {}; public func make(_ x: Int) async -> Int {
          x } }
        public func go() async {}
        """,
      to: """
        public struct O: Sendable { public init() {};
          nonisolated(nonsending) public func make(_ x: Int) async -> Int { x } }
        nonisolated(nonsending) public func go() async {}
        """,
      client: """
        @MainActor func f() async { let l = await O().make(1); _ = l;
          let g: @Sendable () async -> Void = go; await g();
          let h: @Sendable (Int) async -> Int = O().make; _ = await h(1) }
        func k() { Task.detached { await go() } }
        """
    ),
    .additive(
      "where fewer",
      "conformance-less-conditional",
      from: """
        public struct B<T> { public init() {} }
        extension B where T == Int { public func go() {} }
        extension B: Equatable where T == Int { public static func == (a: B, b: B) -> Bool {
          true } }
        """,
      to: """
        public struct B<T> { public init() {} }
        extension B where T: Equatable { public func go() {} }
        extension B: Equatable where T: Equatable { public static func == (a: B,
          b: B) -> Bool { true } }
        """,
      client: "func f() { B<Int>().go(); _ = B<Int>() == B<Int>() }"
    ).alsoNaming("constraint-removed"),
    .breaking(
      "where more",
      "constraint-added",
      from: """
        public struct B<T> { public init() {} }
        extension B where T: Equatable { public func go() {} }
        """,
      to: """
        public struct B<T> { public init() {} }
        extension B where T == Int { public func go() {} }
        """,
      client: "func f() { B<String>().go() }"
    ),
    .unchanged(
      "existential order",
      from: """
        public protocol A {}
        public protocol B {}
        public func bake(_ x: any A & B, _ c: Codable & Sendable) {}
        """,
      to: """
        public protocol A {}
        public protocol B {}
        public func bake(_ x: any B & A, _ c: any Sendable & Decodable & Encodable) {}
        """,
      client: "func f(_ x: any A & B, _ c: any Codable & Sendable) { bake(x, c) }"
    ),
    .additive(
      "isolated any",
      "parameter-loosened",
      from: "public func bake(_ f: @escaping @Sendable () async -> Void) {}",
      to: "public func bake(_ f: @escaping @isolated(any) @Sendable () async -> Void) {}",
      client: """
        func g() async {}
        func f() { bake { await g() }; bake(g) }
        """
    ),
  ]
}
