extension Rule {
  /// The rules for parameters and their defaults.
  public static let parameters: [Rule] = [
    parameterChanged, parameterLoosened, parameterOptional, defaultAdded, defaultRemoved,
    defaultChanged,
    variadicChanged, autoclosureChanged, inoutChanged,
  ]

  public static let parameterChanged = Rule(
    "parameter-changed",
    .breaking([.callers]),
    "A parameter has another type, or asks for more: a closure that escapes, is `@Sendable`, or may "
      + "throw less.",
    .book("functions#Function-Parameters-and-Return-Values"),
    before: "public func bake(_ f: () -> Void) {}",
    after: "public func bake(_ f: @escaping () -> Void) {}",
    client: "func f(_ g: () -> Void) { bake(g) }"
  )
  public static let parameterLoosened = Rule(
    "parameter-loosened",
    .additive,
    "A parameter takes more: a closure need no longer escape or be `@Sendable`, may throw or be "
      + "isolated, or is given more; a superclass, a protocol that is inherited from, `Any` for "
      + "`any P`, a key path that cannot be written, a closure on any actor.",
    .evolution("0302-concurrent-value-and-concurrent-closures"),
    before: "public func bake(_ f: @escaping @Sendable () -> Void) {}",
    after: "public func bake(_ f: () -> Void) {}",
    client: "func f() { bake {} }"
  )
  public static let parameterOptional = Rule(
    "parameter-made-optional",
    .additive,
    "A parameter takes `nil`, too. Code that passes a value, or the function itself, does not notice. "
      + "In an optional, a closure escapes: one that did not is another rule.",
    .book("thebasics#Optionals"),
    before: "public func bake(_ x: Int) {}",
    after: "public func bake(_ x: Int?) {}",
    client: "func f() { bake(1); let g: (Int) -> Void = bake; g(1) }"
  )
  public static let defaultAdded = Rule(
    "default-added",
    .additive,
    "An argument can be left out.",
    .book("functions#Default-Parameter-Values"),
    before: "public func bake(x: Int) {}",
    after: "public func bake(x: Int = 1) {}",
    client: "func f() { bake(x: 1); let g: (Int) -> Void = bake(x:); g(1) }"
  )
  public static let defaultRemoved = Rule(
    "default-removed",
    .breaking([.callers]),
    "An argument can no longer be left out; of an enum case, too. It is no difference if there is an "
      + "overload without the parameter.",
    .book("functions#Default-Parameter-Values"),
    before: "public func bake(x: Int = 1) {}",
    after: "public func bake(x: Int) {}",
    client: "func f() { bake() }"
  )
  public static let defaultChanged = Rule(
    "default-changed",
    .breaking([.callers]),
    "An argument that is left out is another one, which matters to the compiler: `#isolation` says "
      + "which actor a call runs on, and a default may decide what a generic parameter is. Other "
      + "defaults make no difference.",
    .evolution("0347-type-inference-from-default-exprs"),
    before: "public func bake<C: Collection>(_ x: C = [1]) -> C.Element { x.first! }",
    after: "public func bake<C: Collection>(_ x: C = [\"a\"]) -> C.Element { x.first! }",
    client: "func f() -> Int { bake() }"
  )
  public static let variadicChanged = Rule(
    "variadic-changed",
    .breaking([.callers, .values]),
    "A parameter is or was variadic. `Int...` takes no array, and `[Int]` no list.",
    .book("functions#Variadic-Parameters"),
    before: "public func bake(_ x: Int...) {}",
    after: "public func bake(_ x: [Int]) {}",
    client: "func f() { bake(1, 2) }"
  )
  public static let autoclosureChanged = Rule(
    "autoclosure-changed",
    .breaking([.callers]),
    "An argument is, or is no longer, wrapped in a closure.",
    .book("closures#Autoclosures"),
    before: "public func bake(_ f: @autoclosure () -> Int) {}",
    after: "public func bake(_ f: () -> Int) {}",
    client: "func f() { bake(1) }"
  )
  public static let inoutChanged = Rule(
    "inout-changed",
    .breaking([.callers]),
    "A parameter is, or is no longer, `inout`.",
    .book("functions#In-Out-Parameters"),
    before: "public func bake(_ x: Int) {}",
    after: "public func bake(_ x: inout Int) {}",
    client: "func f() { bake(1) }"
  )
}
