extension Rule {
  /// The rules for isolation to actors and for `Sendable`.
  public static let concurrency: [Rule] = [
    isolationChanged, isolationRemoved, typeIsolationChanged, isolatedParameterChanged,
    preconcurrencyAdded, preconcurrencyRemoved, sendableAttributeAdded,
  ]

  public static let isolationChanged = Rule(
    "isolation-changed",
    .breaking([.callers]),
    "A declaration is isolated to an actor, or to another one; or an asynchronous function is on no "
      + "actor any more, so that an actor can pass only `Sendable` values to it.",
    .evolution("0316-global-actors"),
    before: "public func bake() {}",
    after: "@MainActor public func bake() {}",
    client: "nonisolated func f() { bake() }"
  )
  public static let isolationRemoved = Rule(
    "isolation-removed",
    .additive,
    "A declaration can be used from everywhere, and no longer on an actor only.",
    .evolution("0316-global-actors"),
    before: "@MainActor public func bake() {}",
    after: "public func bake() {}",
    client: "@MainActor func f() { bake() }"
  )
  public static let typeIsolationChanged = Rule(
    "type-isolation-changed",
    .breaking([.callers, .extenders]),
    "A type or a protocol is isolated to an actor, to another one, or no longer. Extensions, subclasses "
      + "and types that conform had the isolation, too.",
    .evolution("0316-global-actors"),
    before: "@MainActor public final class Oven {}",
    after: "public final class Oven: Sendable {}",
    client: "@MainActor func heat() {}\nextension Oven { func f() { heat() } }"
  )
  public static let isolatedParameterChanged = Rule(
    "isolated-parameter-changed",
    .breaking([.callers]),
    "A parameter is, or is no longer, the actor that the function runs on.",
    .evolution("0313-actor-isolation-control"),
    before: "public actor Shelf { public init() {} }\npublic func put(on shelf: Shelf) {}",
    after: "public actor Shelf { public init() {} }\npublic func put(on shelf: isolated Shelf) {}",
    client: "func f() { put(on: Shelf()) }"
  )
  public static let preconcurrencyAdded = Rule(
    "preconcurrency-added",
    .unchanged,
    "What concurrency asks of clients is only a warning, where they do not check it strictly.",
    .evolution("0337-support-incremental-migration-to-concurrency-checking"),
    before: "public func bake(_ f: @escaping @Sendable () -> Void) {}",
    after: "@preconcurrency public func bake(_ f: @escaping @Sendable () -> Void) {}",
    client: "func f() { bake {} }"
  )
  public static let preconcurrencyRemoved = Rule(
    "preconcurrency-removed",
    .breaking([.callers]),
    "What concurrency asks of clients is no longer only a warning.",
    .evolution("0337-support-incremental-migration-to-concurrency-checking"),
    before: "@preconcurrency public func bake(_ f: @escaping @Sendable () -> Void) {}",
    after: "public func bake(_ f: @escaping @Sendable () -> Void) {}",
    client: "final class T { var x = 1 }\nfunc f(_ t: T) { bake { t.x = 2 } }"
  )
  public static let sendableAttributeAdded = Rule(
    "sendable-function",
    .additive,
    "A function is `@Sendable` where it was not.",
    .evolution("0302-concurrent-value-and-concurrent-closures"),
    before: "public func bake() {}",
    after: "@Sendable public func bake() {}",
    client: "func f() { bake() }"
  )
}
