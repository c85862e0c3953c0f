extension Rule {
  /// The rules for platforms and versions in which a declaration can be used.
  public static let availability: [Rule] = [
    availabilityNarrowed, availabilityWidened, deprecated, noasyncAdded, noasyncRemoved,
  ]

  public static let availabilityNarrowed = Rule(
    "availability-narrowed",
    .breaking([.callers]),
    "A declaration needs a newer system, or is unavailable or obsolete. A version that all clients have "
      + "is no difference: one that `platforms` of the manifest names, or the oldest for which the "
      + "package manager builds.",
    .book("attributes#available"),
    before: "public func bake() {}",
    after: "@available(*, unavailable) public func bake() {}",
    client: "func f() { bake() }"
  )
  public static let availabilityWidened = Rule(
    "availability-widened",
    .additive,
    "A declaration can be used on older systems, or is no longer unavailable.",
    .book("attributes#available"),
    before: "@available(macOS 99, *) public func bake() {}",
    after: "public func bake() {}",
    client: "@available(macOS 99, *) func f() { bake() }"
  )
  public static let deprecated = Rule(
    "deprecated",
    .additive,
    "A declaration is deprecated: a warning that says what to use instead. Semantic Versioning asks for "
      + "a minor version.",
    .other("https://semver.org/#how-should-i-handle-deprecating-functionality"),
    before: "public func bake() {}",
    after: "@available(*, deprecated) public func bake() {}",
    client: "func f() { bake() }"
  )
  public static let noasyncAdded = Rule(
    "noasync-added",
    .breaking([.callers]),
    "A declaration cannot be used from asynchronous code any more.",
    .evolution("0340-swift-noasync"),
    before: "public func bake() {}",
    after: "@available(*, noasync) public func bake() {}",
    client: "func f() async { bake() }"
  )
  public static let noasyncRemoved = Rule(
    "noasync-removed",
    .additive,
    "A declaration can be used from asynchronous code.",
    .evolution("0340-swift-noasync"),
    before: "@available(*, noasync) public func bake() {}",
    after: "public func bake() {}",
    client: "func f() { bake() }"
  )
}
