extension Witness {
  static let builders: [Witness] = [
    .additive(
      "build optional added",
      "declaration-added",
      from: """
        @resultBuilder public enum Layers {
          public static func buildBlock(_ x: Int...) -> [Int] { x } }
        """,
      to: """
        @resultBuilder public enum Layers {
          public static func buildBlock(_ x: Int...) -> [Int] { x }
         public static func buildOptional(_ x: [Int]?) -> Int { 1 } ;
          public static func buildEither(first x: [Int]) -> Int { 1 };
          public static func buildEither(second x: [Int]) -> Int { 1 };
          public static func buildArray(_ x: [[Int]]) -> Int { 1 } }
        """,
      client: "@Layers func f() -> [Int] { 1; 2 }"
    ),
    .breaking(
      "build partial added",
      "builder-method-added",
      from: """
        @resultBuilder public enum Layers {
          public static func buildBlock(_ x: Any...) -> [Any] { x } }
        """,
      to: """
        @resultBuilder public enum Layers {
          public static func buildBlock(_ x: Any...) -> [Any] { x }
         public static func buildPartialBlock(first x: Int) -> [Any] { [x] };
          public static func buildPartialBlock(accumulated x: [Any], next: Int) -> [Any] { x } }
        """,
      client: "@Layers func f() -> [Any] { 1; \"a\" }"
    ),
    .additive(
      "build expression overload",
      "overload-added",
      from: """
        @resultBuilder public enum Layers {
          public static func buildBlock(_ x: Int...) -> [Int] { x }
          public static func buildExpression(_ x: Int) -> Int { x } }
        """,
      to: """
        @resultBuilder public enum Layers {
          public static func buildBlock(_ x: Int...) -> [Int] { x }
          public static func buildExpression(_ x: Int) -> Int { x }
          public static func buildExpression(_ x: String) -> Int { 1 } }
        """,
      client: "@Layers func f() -> [Int] { 1; 2 }"
    ),
    .unchanged(
      "builder on func",
      from: """
        @resultBuilder public enum Layers {
          public static func buildBlock(_ x: Int...) -> [Int] { x } }
        @Layers public func cake() -> [Int] { 1 }
        public struct S { public init() {}; @Layers public var v: [Int] { 1 } }
        """,
      to: """
        @resultBuilder public enum Layers {
          public static func buildBlock(_ x: Int...) -> [Int] { x } }
        public func cake() -> [Int] { [1] }
        public struct S { public init() {}; public var v: [Int] { [1] } }
        """,
      client: "func f() { _ = cake(); _ = S().v }"
    ),
    .breaking(
      "builder on requirement added",
      "attribute-changed",
      from: """
        @resultBuilder public enum Layers {
          public static func buildBlock(_ x: Int...) -> [Int] { x } }
        public protocol P { func l() -> [Int] }
        """,
      to: """
        @resultBuilder public enum Layers {
          public static func buildBlock(_ x: Int...) -> [Int] { x } }
        public protocol P { @Layers func l() -> [Int] }
        """,
      client: "struct M: P { func l() -> [Int] { [1] } }"
    ),
    .breaking(
      "dynamic key path hidden",
      "dynamic-member-hidden",
      from: """
        public struct Inner { public var a = 1 }
        @dynamicMemberLookup public struct Loaf { public init() {}
          public subscript<T>(dynamicMember path: KeyPath<Inner, T>) -> T {
          Inner()[keyPath: path] } }
        """,
      to: """
        public struct Inner { public var a = 1 }
        @dynamicMemberLookup public struct Loaf { public init() {}; public func a() {}
          public subscript<T>(dynamicMember path: KeyPath<Inner, T>) -> T {
          Inner()[keyPath: path] } }
        """,
      client: "let x: Int = Loaf().a"
    ),
    .additive(
      "dynamic key path other",
      "declaration-added",
      from: """
        public struct Inner { public var a = 1 }
        @dynamicMemberLookup public struct Loaf { public init() {}
          public subscript<T>(dynamicMember path: KeyPath<Inner, T>) -> T {
          Inner()[keyPath: path] } }
        """,
      to: """
        public struct Inner { public var a = 1 }
        @dynamicMemberLookup public struct Loaf { public init() {}; public var b: String {
          "" }; public var a: Int { 1 }
          public subscript<T>(dynamicMember path: KeyPath<Inner, T>) -> T {
          Inner()[keyPath: path] } }
        """,
      client: "let x: Int = Loaf().a"
    ),
    .breaking(
      "dynamic generic root",
      "dynamic-member-hidden",
      from: """
        @dynamicMemberLookup public struct Box<R> { public var r: R; public init(_ r: R) {
          self.r = r }
          public subscript<T>(dynamicMember path: KeyPath<R, T>) -> T { r[keyPath: path] } }
        """,
      to: """
        @dynamicMemberLookup public struct Box<R> { public var r: R; public init(_ r: R) {
          self.r = r }; public var flour: String { "" }
          public subscript<T>(dynamicMember path: KeyPath<R, T>) -> T { r[keyPath: path] } }
        """,
      client: """
        struct Mine { var flour = 1 }
        let x: Int = Box(Mine()).flour
        """
    ),
    .breaking(
      "dynamic in extension",
      "dynamic-member-hidden",
      from: """
        public protocol P {}
        @dynamicMemberLookup public struct Loaf: P { public init() {}
          public subscript(dynamicMember name: String) -> Int { 1 } }
        """,
      to: """
        public protocol P {}
        extension P { public var crumbs: String { "" } }
        @dynamicMemberLookup public struct Loaf: P { public init() {}
          public subscript(dynamicMember name: String) -> Int { 1 } }
        """,
      client: "let x: Int = Loaf().crumbs"
    ),
    .breaking(
      "requirement builder gone",
      "attribute-changed",
      from: """
        @resultBuilder public enum Layers {
          public static func buildBlock(_ x: Int...) -> [Int] { x } }
        public protocol Cake { @Layers var layers: [Int] { get } }
        """,
      to: """
        @resultBuilder public enum Layers {
          public static func buildBlock(_ x: Int...) -> [Int] { x } }
        public protocol Cake { var layers: [Int] { get } }
        """,
      client: "struct Mine: Cake { var layers: [Int] { 1; 2 } }"
    ),
    .breaking(
      "build expression added",
      "builder-method-added",
      from: """
        @resultBuilder public enum Layers {
          public static func buildBlock(_ x: Any...) -> [Any] { x } }
        public func cake(@Layers _ layers: () -> [Any]) {}
        """,
      to: """
        @resultBuilder public enum Layers {
          public static func buildBlock(_ x: Any...) -> [Any] { x }
          public static func buildExpression(_ x: Int) -> Any { x } }
        public func cake(@Layers _ layers: () -> [Any]) {}
        """,
      client: "func f() { cake { 1; \"a\" } }"
    ),
    .breaking(
      "build final result added",
      "builder-method-added",
      from: """
        @resultBuilder public enum Layers {
          public static func buildBlock(_ x: Int...) -> [Int] { x } }
        """,
      to: """
        @resultBuilder public enum Layers {
          public static func buildBlock(_ x: Int...) -> [Int] { x }
          public static func buildFinalResult(_ x: [Int]) -> Set<Int> { Set(x) } }
        """,
      client: "@Layers func f() -> [Int] { 1; 2 }"
    ),
    .breaking(
      "dynamic member shadow",
      "dynamic-member-hidden",
      from: """
        @dynamicMemberLookup public struct Loaf { public init() {}
          public subscript(dynamicMember name: String) -> Int { 1 } }
        """,
      to: """
        @dynamicMemberLookup public struct Loaf { public init() {}
          public subscript(dynamicMember name: String) -> Int { 1 }
          public var crumbs: String { "" } }
        """,
      client: "let x: Int = Loaf().crumbs"
    ),
    .additive(
      "dynamic member widen",
      "parameter-loosened",
      from: """
        public struct Inner { public var a = 1 }
        @dynamicMemberLookup public struct Loaf { public init() {}; var i = Inner()
          public subscript<T>(dynamicMember path: WritableKeyPath<Inner, T>) -> T {
          i[keyPath: path] } }
        """,
      to: """
        public struct Inner { public var a = 1 }
        @dynamicMemberLookup public struct Loaf { public init() {}; var i = Inner()
          public subscript<T>(dynamicMember path: KeyPath<Inner, T>) -> T { i[keyPath: path] } }
        """,
      client: "func f() -> Int { let l = Loaf(); return l.a }"
    ),
  ]
}
