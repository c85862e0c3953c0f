extension Rule {
  /// The rules for properties and subscripts.
  public static let properties: [Rule] = [
    propertyTypeChanged, setterAdded, setterRemoved, storageChanged, storageRemoved,
  ]

  public static let propertyTypeChanged = Rule(
    "property-type-changed",
    .breaking([.callers]),
    "A property has another type.",
    .book("properties"),
    before: "public struct Loaf { public var crumbs: Int { 1 } }",
    after: "public struct Loaf { public var crumbs: Int? { 1 } }",
    client: "func f(_ loaf: Loaf) -> Int { loaf.crumbs }"
  )
  public static let setterAdded = Rule(
    "setter-added",
    .additive,
    "A property or a subscript can be set now. In a protocol or an open class it is another rule.",
    .book("properties#Read-Only-Computed-Properties"),
    before: "public struct Loaf { public var crumbs: Int { 1 } }",
    after: "public struct Loaf { public var crumbs = 1 }",
    client: "func f(_ loaf: Loaf) -> Int { loaf.crumbs }"
  )
  public static let setterRemoved = Rule(
    "setter-removed",
    .breaking([.callers]),
    "A property or a subscript can no longer be set.",
    .book("properties#Read-Only-Computed-Properties"),
    before: "public struct Loaf { public var crumbs = 1 }",
    after: "public struct Loaf { public private(set) var crumbs = 1 }",
    client: "func f(_ loaf: inout Loaf) { loaf.crumbs = 2 }"
  )
  public static let storageChanged = Rule(
    "storage-changed",
    .unchanged,
    "A property is stored or computed, lazy, weak, observed, `let` or read-only: to its clients it is "
      + "the same, but for structures whose stored properties can be used apart from each other.",
    .book("properties"),
    before: "public struct Loaf { public let crumbs = 1 }",
    after: "public struct Loaf { public var crumbs: Int { 1 } }",
    client: "func f(_ loaf: Loaf) -> Int { loaf.crumbs }"
  )
  public static let storageRemoved = Rule(
    "storage-removed",
    .breaking([.callers]),
    "A stored property of a structure is computed now, so that it can no longer be changed while "
      + "another one is; or, of one that cannot be copied, no longer be consumed alone.",
    .evolution("0176-enforce-exclusive-access-to-memory"),
    before: "public struct Loaf { public var crust = 1; public var crumb = 2; public init() {} }",
    after: "public struct Loaf { public var crust: Int { get { 1 } set {} }\n"
      + "  public var crumb = 2; public init() {} }",
    client: "func f() { var loaf = Loaf(); swap(&loaf.crust, &loaf.crumb) }"
  )
}
