extension Rule {
  /// The rules for generic parameters and their constraints.
  public static let generics: [Rule] = [
    constraintAdded, constraintRemoved, genericParametersChanged, typeParameterRenamed,
    parameterUndecided, typeConstraintRemoved, sameMeaning,
  ]

  public static let constraintAdded = Rule(
    "constraint-added",
    .breaking([.callers]),
    "More is required of a generic parameter, or of the types for which an extension's members exist.",
    .book("generics#Type-Constraints"),
    before: "public func bake<T: Equatable>(_ t: T) {}",
    after: "public func bake<T: Hashable>(_ t: T) {}",
    client: "struct E: Equatable {}\nfunc f() { bake(E()) }"
  )
  public static let constraintRemoved = Rule(
    "constraint-removed",
    .additive,
    "Less is required of a generic parameter of a function, or of the types for which an extension's "
      + "members exist.",
    .book("generics#Type-Constraints"),
    before: "public func bake<T: Hashable>(_ t: T) {}",
    after: "public func bake<T: Equatable>(_ t: T) {}",
    client: "func f() { bake(1) }"
  )
  public static let parameterUndecided = Rule(
    "parameter-undecided",
    .breaking([.callers]),
    "A condition is gone that said what a generic parameter is, which not all calls say otherwise. "
      + "It is no difference where a value on which the member is called, or an argument, says it.",
    .book("generics#Extensions-with-a-Generic-Where-Clause"),
    before:
      "public struct Box<T> {}\nextension Box where T == Int { public static func bake() {} }",
    after: "public struct Box<T> {}\nextension Box { public static func bake() {} }",
    client: "func f() { Box.bake() }"
  )
  public static let genericParametersChanged = Rule(
    "generic-parameters-changed",
    .breaking([.callers]),
    "There are more or fewer generic parameters, or one is a pack or a value now.",
    .book("generics#Type-Parameters"),
    before: "public struct Box<T> { public init() {} }",
    after: "public struct Box<T, U> { public init() {} }",
    client: "func f(_ box: Box<Int>) {}"
  )
  public static let typeParameterRenamed = Rule(
    "type-parameter-renamed",
    .breaking([.extenders]),
    "A generic parameter of a type has another name, which extensions of the type use. Names in "
      + "functions do not matter.",
    .book("generics#Extending-a-Generic-Type"),
    before: "public struct Box<T> {}",
    after: "public struct Box<Content> {}",
    client: "extension Box where T: Equatable {}"
  )
  public static let typeConstraintRemoved = Rule(
    "type-constraint-removed",
    .breaking([.extenders]),
    "Less is required of a generic parameter of a type: extensions of it cannot rely on that any more. "
      + "That it need not be copyable is no difference: an extension assumes that it is.",
    .book("generics#Extensions-with-a-Generic-Where-Clause"),
    before: "public struct Box<T: Hashable> {}",
    after: "public struct Box<T> {}",
    client: "extension Box { func f(_ t: T) -> Int { t.hashValue } }"
  )
  public static let sameMeaning = Rule(
    "same-meaning",
    .unchanged,
    "The same is written in another way: `some P` for `<T: P>`, other names of generic parameters of a "
      + "function, `[T]` for `Array<T>`, a type alias for what it stands for, another order.",
    .evolution("0341-opaque-parameters"),
    before: "public func bake<T: Hashable>(_ t: T, _ x: Array<Int>) {}",
    after: "public func bake(_ t: some Hashable, _ x: [Int]) {}",
    client: "func f() { bake(1, [2]) }"
  )
}
