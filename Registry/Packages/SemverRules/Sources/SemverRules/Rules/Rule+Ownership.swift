extension Rule {
  /// The rules for ownership, lifetimes and types that cannot be copied.
  public static let ownership: [Rule] = [
    ownershipChanged, ownershipOfCopies, sendingAdded, sendingRemoved, copyableLost,
    deinitializerAdded, frozenRemoved, lifetimeNarrowed, lifetimeWidened,
  ]

  public static let ownershipChanged = Rule(
    "ownership-changed",
    .breaking([.callers]),
    "A parameter that was borrowed is consumed.",
    .evolution("0377-parameter-ownership-modifiers"),
    before: "public struct Loaf: ~Copyable { public init() {} }\n"
      + "public func eat(_ loaf: borrowing Loaf) {}",
    after: "public struct Loaf: ~Copyable { public init() {} }\n"
      + "public func eat(_ loaf: consuming Loaf) {}",
    client: "func f(_ loaf: borrowing Loaf) { eat(loaf) }"
  )
  public static let ownershipOfCopies = Rule(
    "ownership-of-copies-changed",
    .unchanged,
    "A parameter or a method is or was `borrowing` or `consuming`, of a type that can be copied.",
    .evolution("0377-parameter-ownership-modifiers"),
    before: "public func eat(_ x: [Int]) {}",
    after: "public func eat(_ x: consuming [Int]) {}",
    client: "func f(_ x: [Int]) { eat(x); eat(x) }"
  )
  public static let sendingAdded = Rule(
    "sending-added",
    .breaking([.callers]),
    "A parameter must not be used by the caller any more, since it is sent elsewhere.",
    .evolution("0430-transferring-parameters-and-results"),
    before: "public final class Loaf { public init() {} }\npublic func bake(_ x: Loaf) {}",
    after: "public final class Loaf { public init() {} }\npublic func bake(_ x: sending Loaf) {}",
    client: "func f(_ x: Loaf) { bake(x) }"
  )
  public static let sendingRemoved = Rule(
    "sending-removed",
    .additive,
    "A parameter is no longer sent elsewhere.",
    .evolution("0430-transferring-parameters-and-results"),
    before: "public final class Loaf { public init() {} }\npublic func bake(_ x: sending Loaf) {}",
    after: "public final class Loaf { public init() {} }\npublic func bake(_ x: Loaf) {}",
    client: "func f() { bake(Loaf()) }"
  )
  public static let copyableLost = Rule(
    "copyable-removed",
    .breaking([.callers]),
    "Values of a type can no longer be copied, or no longer escape.",
    .evolution("0390-noncopyable-structs-and-enums"),
    before: "public struct Loaf { public init() {} }",
    after: "public struct Loaf: ~Copyable { public init() {} }",
    client: "func f(_ loaf: Loaf) {}"
  )
  public static let deinitializerAdded = Rule(
    "deinit-added",
    .breaking([.callers]),
    "A type that cannot be copied got a `deinit`: its parts can no longer be consumed alone.",
    .evolution("0429-partial-consumption"),
    before: "public struct Dough: ~Copyable { public init() {} }\n"
      + "@frozen public struct Loaf: ~Copyable { public var dough = Dough(); public init() {} }",
    after: "public struct Dough: ~Copyable { public init() {} }\n"
      + "@frozen public struct Loaf: ~Copyable { public var dough = Dough(); public init() {}\n"
      + "  deinit {} }",
    client: "func f(_ loaf: consuming Loaf) -> Dough { loaf.dough }"
  )
  public static let frozenRemoved = Rule(
    "frozen-removed",
    .breaking([.callers]),
    "A type that cannot be copied is no longer `@frozen`: other modules can no longer consume its "
      + "parts alone.",
    .evolution("0429-partial-consumption"),
    before: "public struct Dough: ~Copyable { public init() {} }\n"
      + "@frozen public struct Loaf: ~Copyable { public var dough = Dough(); public init() {} }",
    after: "public struct Dough: ~Copyable { public init() {} }\n"
      + "public struct Loaf: ~Copyable { public var dough = Dough(); public init() {} }",
    client: "func f(_ loaf: consuming Loaf) -> Dough { loaf.dough }"
  )
  private static let view =
    "public struct View: ~Escapable { @_lifetime(immortal) public init() {} }\n"

  public static let lifetimeNarrowed = Rule(
    "lifetime-narrowed",
    .breaking([.callers]),
    "A result that cannot escape depends on something else, or on more.",
    .evolution("0446-non-escapable"),
    before: view + "@_lifetime(copy a) public func look(_ a: View, _ b: View) -> View { a }",
    after: view + "@_lifetime(copy a, copy b) public func look(_ a: View, _ b: View) -> View { a }",
    client: "@_lifetime(copy a) func f(_ a: View, _ b: View) -> View { look(a, b) }",
    isOfPackage: true
  )
  public static let lifetimeWidened = Rule(
    "lifetime-widened",
    .additive,
    "A result that cannot escape depends on less.",
    .evolution("0446-non-escapable"),
    before: view
      + "@_lifetime(copy a, copy b) public func look(_ a: View, _ b: View) -> View { a }",
    after: view + "@_lifetime(copy a) public func look(_ a: View, _ b: View) -> View { a }",
    client: "func f(_ a: View, _ b: View) { _ = look(a, b) }",
    isOfPackage: true
  )
}
