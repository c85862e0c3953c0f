extension Rule {
  package static let ownership: [Rule] = [
    ownershipChanged, ownershipOfCopies, sendingAdded, sendingRemoved, copyableLost,
  ]

  package static let ownershipChanged = Rule(
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
  package static let ownershipOfCopies = Rule(
    "ownership-of-copies-changed",
    .unchanged,
    "A parameter or a method is or was `borrowing` or `consuming`, of a type that can be copied.",
    .evolution("0377-parameter-ownership-modifiers"),
    before: "public func eat(_ x: [Int]) {}",
    after: "public func eat(_ x: consuming [Int]) {}",
    client: "func f(_ x: [Int]) { eat(x); eat(x) }"
  )
  package static let sendingAdded = Rule(
    "sending-added",
    .breaking([.callers]),
    "A parameter must not be used by the caller any more, since it is sent elsewhere.",
    .evolution("0430-transferring-parameters-and-results"),
    before: "public final class Loaf { public init() {} }\npublic func bake(_ x: Loaf) {}",
    after: "public final class Loaf { public init() {} }\npublic func bake(_ x: sending Loaf) {}",
    client: "func f(_ x: Loaf) { bake(x) }"
  )
  package static let sendingRemoved = Rule(
    "sending-removed",
    .additive,
    "A parameter is no longer sent elsewhere.",
    .evolution("0430-transferring-parameters-and-results"),
    before: "public final class Loaf { public init() {} }\npublic func bake(_ x: sending Loaf) {}",
    after: "public final class Loaf { public init() {} }\npublic func bake(_ x: Loaf) {}",
    client: "func f() { bake(Loaf()) }"
  )
  package static let copyableLost = Rule(
    "copyable-removed",
    .breaking([.callers]),
    "Values of a type can no longer be copied, or no longer escape.",
    .evolution("0390-noncopyable-structs-and-enums"),
    before: "public struct Loaf { public init() {} }",
    after: "public struct Loaf: ~Copyable { public init() {} }",
    client: "func f(_ loaf: Loaf) {}"
  )
}
