extension Rule {
  /// The rules for the cases of enums.
  public static let enumerations: [Rule] = [
    caseAdded, caseAddedToNonexhaustive, caseRemoved, payloadChanged, nonexhaustiveAdded,
    nonexhaustiveRemoved,
  ]

  public static let caseAdded = Rule(
    "case-added",
    .breaking([.callers]),
    "A new case, which every `switch` over the enum must handle: the enums of packages are exhaustive.",
    .evolution("0192-non-exhaustive-enums"),
    before: "public enum Flour { case rye }",
    after: "public enum Flour { case rye, oat }",
    client: "func f(_ x: Flour) -> Int { switch x { case .rye: 1 } }"
  )
  public static let caseAddedToNonexhaustive = Rule(
    "case-added-to-nonexhaustive",
    .additive,
    "A new case of an enum that is `@nonexhaustive`, for which every `switch` has an `@unknown default`.",
    .evolution("0487-extensible-enums"),
    before: "@nonexhaustive public enum Flour { case rye }",
    after: "@nonexhaustive public enum Flour { case rye, oat }",
    client: "func f(_ x: Flour) -> Int { switch x { case .rye: 1; @unknown default: 2 } }"
  )
  public static let caseRemoved = Rule(
    "case-removed",
    .breaking([.callers]),
    "A case is gone; one that became a static member is no pattern any more.",
    .book("enumerations"),
    before: "public enum Flour { case rye, oat }",
    after: "public enum Flour { case rye }",
    client: "let x = Flour.oat"
  )
  public static let payloadChanged = Rule(
    "payload-changed",
    .breaking([.callers]),
    "The associated values of a case, or their labels, are different.",
    .evolution("0155-normalize-enum-case-representation"),
    before: "public enum Size { case square(lenght: Int) }",
    after: "public enum Size { case square(length: Int) }",
    client: "let x = Size.square(lenght: 1)"
  )
  public static let nonexhaustiveAdded = Rule(
    "nonexhaustive-added",
    .breaking([.callers]),
    "An enum is `@nonexhaustive` now: every `switch` needs an `@unknown default`.",
    .evolution("0487-extensible-enums"),
    before: "public enum Flour { case rye }",
    after: "@nonexhaustive public enum Flour { case rye }",
    client: "func f(_ x: Flour) -> Int { switch x { case .rye: 1 } }"
  )
  public static let nonexhaustiveRemoved = Rule(
    "nonexhaustive-removed",
    .additive,
    "An enum is exhaustive now; an `@unknown default` is a warning.",
    .evolution("0487-extensible-enums"),
    before: "@nonexhaustive public enum Flour { case rye }",
    after: "public enum Flour { case rye }",
    client: "func f(_ x: Flour) -> Int { switch x { case .rye: 1; @unknown default: 2 } }"
  )
}
