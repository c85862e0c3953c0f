extension Rule {
  /// The rules for requirements, associated types and inheritance of protocols.
  public static let protocols: [Rule] = [
    requirementAdded, requirementAddedWithDefault, requirementRemoved, requirementChanged,
    associatedTypeAdded, associatedTypeAddedWithDefault, associatedTypeChanged,
    associatedTypeDefaultAdded, primaryAssociatedTypesAdded, primaryAssociatedTypesChanged,
    refinementAdded, refinementMet, refinementRemoved, protocolConstraintsChanged, defaultGone,
    requirementDefaultAdded,
  ]

  public static let requirementAdded = Rule(
    "requirement-added",
    .breaking([.conformers]),
    "Types that conform must have one more member. Only a default in an extension that serves all of "
      + "them makes that compatible.",
    .book("protocols#Providing-Default-Implementations"),
    before: "public protocol Baking {}",
    after: "public protocol Baking { func bake() }",
    client: "struct Mine: Baking {}"
  )
  public static let requirementAddedWithDefault = Rule(
    "requirement-added-with-default",
    .additive,
    "Types that conform may have one more member; an extension has it for all of them, or what they "
      + "have for a more general requirement meets it, too.",
    .book("protocols#Providing-Default-Implementations"),
    before: "public protocol Baking {}",
    after: "public protocol Baking { func bake() }\nextension Baking { public func bake() {} }",
    client: "struct Mine: Baking {}"
  )
  public static let requirementRemoved = Rule(
    "requirement-removed",
    .breaking([.callers]),
    "A protocol no longer requires a member. If an extension still has it, types that implement it are "
      + "not asked any more.",
    .book("protocols#Protocol-Syntax"),
    before: "public protocol Baking { func bake() }",
    after: "public protocol Baking {}",
    client: "func f(_ x: any Baking) { x.bake() }"
  )
  public static let requirementChanged = Rule(
    "requirement-changed",
    .breaking([.conformers]),
    "A requirement changed in a way that callers do not mind, but implementations have to follow: it "
      + "throws no longer, takes more, or can be set.",
    .book("protocols#Method-Requirements"),
    before: "public protocol Baking { func bake() throws }",
    after: "public protocol Baking { func bake() }",
    client: "struct Mine: Baking { func bake() throws {} }"
  )
  public static let associatedTypeAdded = Rule(
    "associated-type-added",
    .breaking([.conformers]),
    "Types that conform must name one more type.",
    .book("generics#Associated-Types"),
    before: "public protocol Baking {}",
    after: "public protocol Baking { associatedtype Dough }",
    client: "struct Mine: Baking {}"
  )
  public static let associatedTypeAddedWithDefault = Rule(
    "associated-type-added-with-default",
    .additive,
    "Types that conform may name one more type.",
    .book("generics#Associated-Types"),
    before: "public protocol Baking {}",
    after: "public protocol Baking { associatedtype Dough = Int }",
    client: "struct Mine: Baking {}"
  )
  public static let associatedTypeChanged = Rule(
    "associated-type-changed",
    .breaking([.conformers, .callers]),
    "More or less is required of an associated type, or its default is another one or gone.",
    .book("generics#Adding-Constraints-to-an-Associated-Type"),
    before: "public protocol Baking { associatedtype Dough }",
    after: "public protocol Baking { associatedtype Dough: Equatable }",
    client: "struct D {}\nstruct Mine: Baking { typealias Dough = D }"
  )
  public static let associatedTypeDefaultAdded = Rule(
    "associated-type-default-added",
    .additive,
    "An associated type need not be named any more.",
    .book("generics#Associated-Types"),
    before: "public protocol Baking { associatedtype Dough }",
    after: "public protocol Baking { associatedtype Dough = Int }",
    client: "struct Mine: Baking { typealias Dough = String }"
  )
  public static let primaryAssociatedTypesAdded = Rule(
    "primary-associated-types-added",
    .additive,
    "A protocol can be written with its associated types in angle brackets.",
    .evolution("0346-light-weight-same-type-syntax"),
    before: "public protocol Baking { associatedtype Dough }",
    after: "public protocol Baking<Dough> { associatedtype Dough }",
    client: "func f(_ x: some Baking) {}"
  )
  public static let primaryAssociatedTypesChanged = Rule(
    "primary-associated-types-changed",
    .breaking([.callers]),
    "A protocol has other associated types in its angle brackets, or none.",
    .evolution("0346-light-weight-same-type-syntax"),
    before: "public protocol Baking<Dough> { associatedtype Dough }",
    after: "public protocol Baking { associatedtype Dough }",
    client: "func f(_ x: some Baking<Int>) {}"
  )
  public static let refinementAdded = Rule(
    "refinement-added",
    .breaking([.conformers]),
    "A protocol inherits from one more, whose requirements types that conform need not meet.",
    .book("protocols#Protocol-Inheritance"),
    before: "public protocol Key {}",
    after: "public protocol Key: Sendable {}",
    client: "final class Mine: Key { var x = 1 }"
  )
  public static let refinementMet = Rule(
    "refinement-met",
    .additive,
    "A protocol inherits from one of the package that requires nothing without a default but what the "
      + "protocol required itself.",
    .book("protocols#Protocol-Inheritance"),
    before: "public protocol Baked {}\npublic protocol Key {}",
    after: "public protocol Baked {}\npublic protocol Key: Baked {}",
    client: "struct Mine: Key {}"
  )
  public static let refinementRemoved = Rule(
    "refinement-removed",
    .breaking([.callers]),
    "A protocol no longer inherits from another.",
    .book("protocols#Protocol-Inheritance"),
    before: "public protocol Key: Hashable {}",
    after: "public protocol Key {}",
    client: "func f(_ x: some Key) -> Int { x.hashValue }"
  )
  public static let protocolConstraintsChanged = Rule(
    "protocol-constraints-changed",
    .breaking([.conformers, .callers]),
    "The `where` clause of a protocol is different.",
    .book("generics#Generic-Where-Clauses"),
    before: "public protocol Baking: Sequence {}",
    after: "public protocol Baking: Sequence where Element == Int {}",
    client: "extension Array: Baking {}"
  )
  public static let defaultGone = Rule(
    "default-gone",
    .breaking([.conformers]),
    "A requirement no longer has a default that serves all types that conform.",
    .book("protocols#Providing-Default-Implementations"),
    before: "public protocol Baking { func bake() }\nextension Baking { public func bake() {} }",
    after: "public protocol Baking { func bake() }",
    client: "struct Mine: Baking {}"
  )
  public static let requirementDefaultAdded = Rule(
    "requirement-default-added",
    .additive,
    "A requirement got a default implementation.",
    .book("protocols#Providing-Default-Implementations"),
    before: "public protocol Baking { func bake() }",
    after: "public protocol Baking { func bake() }\nextension Baking { public func bake() {} }",
    client: "struct Mine: Baking { func bake() {} }"
  )
}
