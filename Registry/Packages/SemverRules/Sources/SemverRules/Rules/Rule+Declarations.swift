extension Rule {
  /// The rules for declarations of any kind, and for their attributes.
  public static let declarations: [Rule] = [
    declarationRemoved, declarationAdded, overloadAdded, overloadMerged, inheritedInstead, renamed,
    reexportRemoved,
    reexportAdded, movedAndReexported, typeRemoved, typeAdded,
    typeRenamedWithAlias, attributeRemoved, attributeAdded,
    attributeChanged, builderMethodAdded, dynamicMemberHidden, resultMayBeIgnored, silentAttribute,
    operatorChanged, precedenceRelationAdded, operatorMoved, underscored,
  ]

  public static let declarationRemoved = Rule(
    "declaration-removed",
    .breaking([.callers]),
    "A public function, property, subscript, initializer, alias or operator is gone. One that was "
      + "unavailable everywhere is not missed.",
    .book("accesscontrol"),
    before: "public func bake() {}",
    after: "",
    client: "func f() { bake() }"
  )
  public static let declarationAdded = Rule(
    "declaration-added",
    .additive,
    "There is a new public declaration. That its name may collide with one of a client is not counted.",
    .book("declarations"),
    before: "public func bake() {}",
    after: "public func bake() {}\npublic func cool() {}",
    client: "func f() { bake() }"
  )
  public static let overloadAdded = Rule(
    "overload-added",
    .additive,
    "There is a new declaration of a name that exists. That a call may become ambiguous is not "
      + "counted.",
    .book("declarations#Function-Declaration"),
    before: "public func bake(_ x: Int) {}",
    after: "public func bake(_ x: Int) {}\npublic func bake(_ x: String) {}",
    client: "func f() { bake(1) }"
  )
  public static let overloadMerged = Rule(
    "overload-merged",
    .unchanged,
    "One of several overloads is gone, and another takes all that it took.",
    .book("declarations#Function-Declaration"),
    before: "public func bake<T>(_ x: T) {}\npublic func bake<T: Hashable>(_ x: T) {}",
    after: "public func bake<T>(_ x: T) {}",
    client: "func f() { bake(1) }"
  )
  public static let inheritedInstead = Rule(
    "inherited-instead",
    .unchanged,
    "A member is gone from a type that inherits the same from a superclass, or from an extension of a "
      + "protocol that it conforms to; also where that is generic. One that is not open, changes the "
      + "value or is on an actor is not the same.",
    .book("inheritance"),
    before: "open class A { public init() {}; open func go() {} }\n"
      + "public class B: A { public override func go() {} }",
    after: "open class A { public init() {}; open func go() {} }\npublic class B: A {}",
    client: "func f(_ b: B) { b.go() }"
  )
  public static let renamed = Rule(
    "renamed",
    .breaking([.callers, .values]),
    "The argument labels are different, or there are more or fewer parameters. A parameter with a "
      + "default changes the name, too: `bake(_:)` is not `bake(_:at:)`.",
    .evolution("0111-remove-arg-label-type-significance"),
    before: "public func bake(_ x: Int) {}",
    after: "public func bake(_ x: Int, at y: Int = 1) {}",
    client: "func f() { let g: (Int) -> Void = bake(_:); g(1) }"
  )
  public static let reexportRemoved = Rule(
    "reexport-removed",
    .breaking([.callers]),
    "A module no longer comes along with this one (`@_exported import`).",
    .evolution("0409-access-level-on-imports"),
    before: "@_exported import BakeCore",
    after: "import BakeCore",
    client: "func f() { bake() }  // of BakeCore",
    isOfPackage: true
  )
  public static let reexportAdded = Rule(
    "reexport-added",
    .additive,
    "Another module comes along with this one (`@_exported import`).",
    .evolution("0409-access-level-on-imports"),
    before: "import BakeCore",
    after: "@_exported import BakeCore",
    client: "import BakeCore",
    isOfPackage: true
  )
  public static let movedAndReexported = Rule(
    "moved-and-reexported",
    .unchanged,
    "A declaration is in another module of the package, which the first one re-exports.",
    .evolution("0409-access-level-on-imports"),
    before: "public func bake() {}",
    after: "@_exported import BakeCore  // which has bake()",
    client: "func f() { bake() }",
    isOfPackage: true
  )
  public static let typeRemoved = Rule(
    "type-removed",
    .breaking([.callers]),
    "A public type is gone, with all of its members.",
    .book("accesscontrol"),
    before: "public struct Loaf {}",
    after: "",
    client: "func f(_ loaf: Loaf) {}"
  )
  public static let typeAdded = Rule(
    "type-added",
    .additive,
    "There is a new public type.",
    .book("declarations"),
    before: "public struct Loaf {}",
    after: "public struct Loaf {}\npublic struct Cake {}",
    client: "func f(_ loaf: Loaf) {}"
  )
  public static let typeRenamedWithAlias = Rule(
    "type-renamed-with-alias",
    .additive,
    "A type has another name or place, and the old one is an alias of it that can be used everywhere. "
      + "Without the alias, and if two types become one, it is another rule.",
    .book("declarations#Type-Alias-Declaration"),
    before: "public struct Loaf { public init() {} }",
    after: "public struct Bread { public init() {} }\npublic typealias Loaf = Bread",
    client: "protocol Mine {}\nextension Loaf: Mine {}\nfunc f() -> [Loaf] { [Loaf()] }"
  )
  public static let attributeRemoved = Rule(
    "attribute-removed",
    .breaking([.callers]),
    "An attribute that gives a declaration its use is gone: `@resultBuilder`, `@propertyWrapper`, "
      + "`@dynamicMemberLookup`, `@dynamicCallable`, `@globalActor`, `@objc`, `@Sendable`.",
    .book("attributes"),
    before: "@dynamicMemberLookup public struct Loaf { public init() {}\n"
      + "  public subscript(dynamicMember name: String) -> Int { 1 } }",
    after: "public struct Loaf { public init() {}\n"
      + "  public subscript(dynamicMember name: String) -> Int { 1 } }",
    client: "let crumbs = Loaf().crumbs"
  )
  public static let attributeAdded = Rule(
    "attribute-added",
    .additive,
    "A declaration got an attribute that gives it one more use, such as `@dynamicMemberLookup`.",
    .book("attributes"),
    before: "public struct Loaf { public init() {}\n"
      + "  public subscript(dynamicMember name: String) -> Int { 1 } }",
    after: "@dynamicMemberLookup public struct Loaf { public init() {}\n"
      + "  public subscript(dynamicMember name: String) -> Int { 1 } }",
    client: "let crumbs = Loaf()[dynamicMember: \"crumbs\"]"
  )
  public static let attributeChanged = Rule(
    "attribute-changed",
    .breaking([.callers]),
    "An attribute changed on which clients depend, such as a result builder of a parameter or of a "
      + "requirement; or an unknown attribute changed: assumed breaking.",
    .book("attributes"),
    before:
      "@resultBuilder public enum Layers { public static func buildBlock(_ x: Int...) -> [Int] "
      + "{ x } }\npublic func cake(@Layers _ layers: () -> [Int]) {}",
    after:
      "@resultBuilder public enum Layers { public static func buildBlock(_ x: Int...) -> [Int] "
      + "{ x } }\npublic func cake(_ layers: () -> [Int]) {}",
    client: "func f() { cake { 1; 2 } }"
  )
  public static let builderMethodAdded = Rule(
    "builder-method-added",
    .breaking([.callers]),
    "A result builder got the first of the methods that are called in every body: `buildExpression`, "
      + "`buildFinalResult`, `buildPartialBlock` or `buildLimitedAvailability`.",
    .evolution("0289-result-builders"),
    before:
      "@resultBuilder public enum Layers { public static func buildBlock(_ x: Int...) -> [Int] "
      + "{ x } }",
    after:
      "@resultBuilder public enum Layers { public static func buildBlock(_ x: Int...) -> [Int] "
      + "{ x }\n  public static func buildFinalResult(_ x: [Int]) -> Set<Int> { Set(x) } }",
    client: "@Layers func f() -> [Int] { 1; 2 }"
  )
  public static let dynamicMemberHidden = Rule(
    "dynamic-member-hidden",
    .breaking([.callers]),
    "A new member has a name by which clients may reach another one as a dynamic member, of another "
      + "type or one that can be set.",
    .evolution("0195-dynamic-member-lookup"),
    before: "@dynamicMemberLookup public struct Loaf { public init() {}\n"
      + "  public subscript(dynamicMember name: String) -> Int { 1 } }",
    after: "@dynamicMemberLookup public struct Loaf { public init() {}\n"
      + "  public subscript(dynamicMember name: String) -> Int { 1 }\n"
      + "  public var crumbs: String { \"\" } }",
    client: "func f() -> Int { Loaf().crumbs }"
  )
  public static let resultMayBeIgnored = Rule(
    "discardable-result-changed",
    .unchanged,
    "`@discardableResult` comes or goes. Without it, ignoring the result is a warning.",
    .evolution("0047-nonvoid-warn"),
    before: "@discardableResult public func bake() -> Int { 1 }",
    after: "public func bake() -> Int { 1 }",
    client: "func f() { bake() }"
  )
  public static let silentAttribute = Rule(
    "silent-attribute-changed",
    .unchanged,
    "An attribute differs that says how code is generated, where storage is, or which of several "
      + "overloads is preferred: `@inlinable`, `@_disfavoredOverload`, `@unsafe`, …, or the wrapper of a "
      + "property, whose `$` name is compared as a property of its own. So it is with `@frozen` where "
      + "values can be copied: what conforms to `Sendable` or `BitwiseCopyable` by it is compared.",
    .evolution("0193-cross-module-inlining-and-specialization"),
    before: "@inlinable public func bake() -> Int { 1 }",
    after: "public func bake() -> Int { 2 }",
    client: "let x = bake()"
  )
  public static let operatorChanged = Rule(
    "operator-changed",
    .breaking([.callers]),
    "An operator has another precedence group, or the group another associativity or place.",
    .evolution("0077-operator-precedence"),
    before: "infix operator +++: AdditionPrecedence\n"
      + "public func +++ (a: Int, b: Int) -> Int { a }",
    after: "infix operator +++: ComparisonPrecedence\n"
      + "public func +++ (a: Int, b: Int) -> Int { a }",
    client: "let x = 1 +++ 2 +++ 3"
  )
  public static let precedenceRelationAdded = Rule(
    "precedence-relation-added",
    .additive,
    "A precedence group is higher or lower than one more group.",
    .evolution("0077-operator-precedence"),
    before: "precedencegroup Baking { higherThan: AdditionPrecedence }\n"
      + "infix operator +++: Baking\npublic func +++ (a: Int, b: Int) -> Int { a }",
    after: "precedencegroup Baking { higherThan: AdditionPrecedence, ComparisonPrecedence }\n"
      + "infix operator +++: Baking\npublic func +++ (a: Int, b: Int) -> Int { a }",
    client: "func f() -> Int { 1 +++ 2 + 3 }"
  )
  public static let operatorMoved = Rule(
    "operator-moved",
    .unchanged,
    "An operator moves into a type, or out of it, and takes the same.",
    .book("advancedoperators#Operator-Methods"),
    before: "public struct Loaf { public init() {} }\n"
      + "public func + (a: Loaf, b: Loaf) -> Loaf { a }",
    after: "public struct Loaf { public init() {}\n"
      + "  public static func + (a: Loaf, b: Loaf) -> Loaf { a } }",
    client: "func f() -> Loaf { let add: (Loaf, Loaf) -> Loaf = (+); return add(Loaf(), Loaf()) }"
  )
  public static let underscored = Rule(
    "underscored",
    .unchanged,
    "Names that begin with an underscore, and all that is in types with such names, are public for "
      + "the compiler only. What types that conform to a protocol have to do counts all the same, and "
      + "so do types to which other declarations lead: a base class, a protocol that a type conforms "
      + "to, what an alias stands for, the type of a result.",
    .other("https://github.com/apple/swift-nio/blob/main/docs/public-api.md"),
    before: "public func _bake() {}\npublic func bake() {}",
    after: "public func bake() {}",
    client: "func f() { bake() }"
  )
}
