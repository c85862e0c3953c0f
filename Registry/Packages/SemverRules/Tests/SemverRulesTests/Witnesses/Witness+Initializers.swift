extension Witness {
  static let inherited: [Witness] = [
    .breaking(
      "codable manual to derived",
      "throws-added",
      from: """
        public struct L: Codable { public var x = 1; public init() {};
          public init(from d: any Decoder) {}; public func encode(to e: any Encoder) throws {} }
        """,
      to: "public struct L: Codable { public var x = 1; public init() {} }",
      client: "func f(_ d: any Decoder) -> L { L(from: d) }"
    ),
    .unchanged(
      "codable derived to manual",
      from: "public struct L: Codable, Hashable { public var x = 1; public init() {} }",
      to: """
        public struct L: Codable, Hashable { public var x = 1; public init() {};
          public init(from d: any Decoder) throws {};
          public func encode(to e: any Encoder) throws {}
         public static func == (a: L, b: L) -> Bool { true };
          public func hash(into h: inout Hasher) {} }
        """,
      client: """
        func f(_ d: any Decoder) throws -> L { try L(from: d) }
        func g(_ a: L) -> Bool { a == a && a.hashValue == 1 }
        """
    ),
    .breaking(
      "codable lost",
      "conformance-removed",
      from: "public struct L: Codable { public init() {} }",
      to: "public struct L: Encodable { public init() {} }",
      client: "func f(_ d: any Decoder) throws -> L { try L(from: d) }"
    ),
    .unchanged(
      "codable to class",
      from: """
        open class L: Codable { public init() {} }
        open class M: L { public override func encode(to e: any Encoder) throws {} }
        """,
      to: """
        open class L: Codable { public init() {} }
        open class M: L { public final override func encode(to e: any Encoder) throws {} }
        """,
      client: "class N: L { }"
    ),
    .additive(
      "hashable added",
      "conformance-added",
      from: """
        public struct L { public init() {} }
        public enum E { case a(Int) }
        """,
      to: """
        public struct L: Hashable { public init() {} }
        public enum E: Hashable, Codable { case a(Int) }
        """,
      client: "func f() { _ = L() }"
    ),
    .breaking(
      "required new protocol",
      "required-added",
      from: """
        public protocol P { init(x: Int) }
        open class L { public init() {} }
        """,
      to: """
        public protocol P { init(x: Int) }
        open class L: P { public init() {}; public required init(x: Int) {} }
        """,
      client: "class M: L { let n: Int; init(n: Int) { self.n = n; super.init() } }"
    ).alsoNaming("conformance-added"),
    .breaking(
      "required convenience",
      "required-added",
      from: "open class L { public init() {} }",
      to: """
        open class L { public init() {}; public required convenience init(x: Int) {
          self.init() } }
        """,
      client: "class M: L { let n: Int; init(n: Int) { self.n = n; super.init() } }"
    ),
    .additive(
      "convenience added",
      "overload-added",
      from: "open class L { public init() {} }",
      to: """
        open class L { public init() {}; public convenience init(x: Int) { self.init() } }
        """,
      client: """
        class M: L { override init() { super.init() } }
        func f() { _ = M() }
        """
    ),
    .breaking(
      "designated added",
      "designated-added",
      from: """
        open class L { public init() {}; public convenience init(x: Int) { self.init() } }
        """,
      to: """
        open class L { public init() {}; public convenience init(x: Int) { self.init() };
          public init(y: Int) {} }
        """,
      client: """
        class M: L { override init() { super.init() } }
        func f() { _ = M(x: 1) }
        """
    ),
    .breaking(
      "designated added no convenience",
      "designated-added",
      from: "open class L { public init() {} }",
      to: "open class L { public init() {}; public init(y: Int) {} }",
      client: """
        extension L { convenience init(q: Int) { self.init() } }
        class M: L { override init() { super.init() } }
        func f() { _ = M(q: 1) }
        """
    ),
    .additive(
      "designated added public",
      "overload-added",
      from: "public class L { public init() {} }",
      to: "public class L { public init() {}; public init(y: Int) {} }",
      client: "func f() { _ = L() }"
    ),
    .breaking(
      "init inherited hidden",
      "initializers-no-longer-inherited",
      from: """
        open class A { public init() {}; public convenience init(x: Int) { self.init() } }
        public class B: A {}
        """,
      to: """
        open class A { public init() {}; public convenience init(x: Int) { self.init() } }
        public class B: A { init(name: String) { super.init() } }
        """,
      client: "func f() -> B { B() }"
    ).alsoNaming("declaration-removed"),
    .unchanged(
      "init override added",
      from: """
        open class A { public init() {}; public convenience init(x: Int) { self.init() } }
        open class B: A {}
        """,
      to: """
        open class A { public init() {}; public convenience init(x: Int) { self.init() } }
        open class B: A { public override init() { super.init() } }
        """,
      client: """
        class C: B { override init() { super.init() } }
        func f() -> B { _ = C(x: 1); return B(x: 1) }
        """
    ),
    .breaking(
      "raw dropped",
      "conformance-removed",
      from: "public enum L: Int { case a = 1, b }",
      to: "public enum L { case a, b }",
      client: "let x = L.a.rawValue"
    ).alsoNaming("declaration-removed"),
    .breaking(
      "raw to manual other",
      "alias-changed",
      from: "public enum L: Int { case a = 1, b }",
      to: """
        public enum L: RawRepresentable { case a, b
          public init?(rawValue: String) { self = .a }
          public var rawValue: String { "" } }
        """,
      client: "let x: Int = L.a.rawValue"
    ).alsoNaming("parameter-changed").alsoNaming("property-type-changed"),
    .unchanged(
      "raw same",
      from: "public enum L: Int { case a = 1, b }",
      to: "public enum L: Int { case a = 3, b = 7 }",
      client: "let x: Int = L.a.rawValue"
    ),
    .additive(
      "raw added",
      "conformance-added",
      from: "public enum L { case a, b }",
      to: "public enum L: String { case a, b }",
      client: "let x = L.a == L.b"
    ).alsoNaming("declaration-added"),
    .unchanged(
      "enum raw manual",
      from: "public enum L: Int { case a = 1, b }",
      to: """
        public enum L: RawRepresentable { case a, b
          public init?(rawValue: Int) { self = .a }
          public var rawValue: Int { 1 } }
        """,
      client: """
        let x: Int = L.a.rawValue
        func g() -> L? { L(rawValue: 1) }
        """
    ),
    .breaking(
      "decodable open class",
      "required-added",
      from: "open class Oven { public init() {} }",
      to: """
        open class Oven: Decodable { public init() {};
          public required init(from decoder: any Decoder) throws {} }
        """,
      client: "class Mine: Oven { let x: Int; init(x: Int) { self.x = x; super.init() } }"
    ).alsoNaming("conformance-added"),
    .breaking(
      "codable open func final",
      "open-removed",
      from: """
        open class Oven: Encodable { public init() {};
          open func encode(to encoder: any Encoder) throws {} }
        """,
      to: """
        open class Oven: Encodable { public init() {};
          public func encode(to encoder: any Encoder) throws {} }
        """,
      client: "class Mine: Oven { override func encode(to encoder: any Encoder) throws {} }"
    ),
    .breaking(
      "hash open func final",
      "open-removed",
      from: """
        open class Oven: Hashable { public init() {}; public static func == (a: Oven,
          b: Oven) -> Bool { true }; open func hash(into hasher: inout Hasher) {} }
        """,
      to: """
        open class Oven: Hashable { public init() {}; public static func == (a: Oven,
          b: Oven) -> Bool { true }; public func hash(into hasher: inout Hasher) {} }
        """,
      client: "class Mine: Oven { override func hash(into hasher: inout Hasher) {} }"
    ),
    .breaking(
      "encode throws gone",
      "open-member-changed",
      from: """
        open class Oven: Encodable { public init() {};
          open func encode(to encoder: any Encoder) throws {} }
        """,
      to: """
        open class Oven: Encodable { public init() {};
          open func encode(to encoder: any Encoder) {} }
        """,
      client: "class Mine: Oven { override func encode(to encoder: any Encoder) throws {} }"
    ),
    .breaking(
      "init from fails now",
      "throws-added",
      from: "public struct Loaf: Decodable { public init(from decoder: any Decoder) {} }",
      to: """
        public struct Loaf: Decodable { public init(from decoder: any Decoder) throws {} }
        """,
      client: "func f(_ d: any Decoder) -> Loaf { Loaf(from: d) }"
    ),
  ]
}
