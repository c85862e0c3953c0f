extension Rule {
  /// The rules for functions, initializers and their effects.
  public static let functions: [Rule] = [
    resultChanged, opaqueResultNarrowed, initializerFailable, initializerInfallible, throwsAdded,
    throwsRemoved, thrownTypeChanged, thrownTypeNarrowed, rethrowsChanged, rethrowsTyped,
    errorNotInferred, asyncAdded, asyncRemoved, mutatingAdded, mutatingRemoved, modifierChanged,
    requiredAdded, requiredRemoved, designatedChanged, designatedHidden, designatedAdded,
    inheritedInitializersLost, openMemberChanged,
  ]

  public static let resultChanged = Rule(
    "result-changed",
    .breaking([.callers]),
    "A function or subscript returns another type; labels of a tuple are part of it.",
    .book("functions#Function-Parameters-and-Return-Values"),
    before: "public func bake() -> Int { 1 }",
    after: "public func bake() -> Int? { 1 }",
    client: "let x: Int = bake()"
  )
  public static let opaqueResultNarrowed = Rule(
    "result-narrowed",
    .additive,
    "What is returned promises more: `some` or `any` with more protocols or a known element, a type in "
      + "place of these, a subclass, a function type that is `@Sendable` now, `sending`.",
    .evolution("0244-opaque-result-types"),
    before: "public func bake() -> some Sequence<Int> { [1] }",
    after: "public func bake() -> some Collection<Int> { [1] }",
    client: "let x: any Sequence<Int> = bake()"
  )
  public static let initializerFailable = Rule(
    "initializer-failable",
    .breaking([.callers]),
    "An initializer may return `nil`.",
    .book("initialization#Failable-Initializers"),
    before: "public struct Loaf { public init(x: Int) {} }",
    after: "public struct Loaf { public init?(x: Int) {} }",
    client: "let x: Loaf = Loaf(x: 1)"
  )
  public static let initializerInfallible = Rule(
    "initializer-infallible",
    .breaking([.callers]),
    "An initializer no longer returns `nil`: `if let` needs an optional.",
    .book("initialization#Failable-Initializers"),
    before: "public struct Loaf { public init?(x: Int) {} }",
    after: "public struct Loaf { public init(x: Int) {} }",
    client: "func f() { if let x = Loaf(x: 1) { _ = x } }"
  )
  public static let throwsAdded = Rule(
    "throws-added",
    .breaking([.callers]),
    "A function, an initializer or a getter begins to throw.",
    .book("errorhandling"),
    before: "public func bake() {}",
    after: "public func bake() throws {}",
    client: "func f() { bake() }"
  )
  public static let throwsRemoved = Rule(
    "throws-removed",
    .additive,
    "Nothing is thrown any more: `try` is a warning now. In a protocol or an open class it is another "
      + "rule, since implementations may throw.",
    .book("errorhandling"),
    before: "public func bake() throws {}",
    after: "public func bake() {}",
    client: "func f() throws { try bake() }"
  )
  public static let thrownTypeChanged = Rule(
    "thrown-type-changed",
    .breaking([.callers]),
    "Another type of error is thrown.",
    .evolution("0413-typed-throws"),
    before: "public struct A: Error {}\npublic struct B: Error {}\npublic func bake() throws(A) {}",
    after: "public struct A: Error {}\npublic struct B: Error {}\npublic func bake() throws(B) {}",
    client: "func f() throws(A) { try bake() }"
  )
  public static let thrownTypeNarrowed = Rule(
    "thrown-type-narrowed",
    .additive,
    "Only one type of error is thrown now. A variable whose type was inferred from the function has "
      + "the narrower type.",
    .evolution("0413-typed-throws"),
    before: "public struct A: Error {}\npublic func bake() throws {}",
    after: "public struct A: Error {}\npublic func bake() throws(A) {}",
    client: "func f() { do { try bake() } catch { let e: any Error = error; _ = e } }"
  )
  public static let rethrowsChanged = Rule(
    "rethrows-changed",
    .breaking([.callers]),
    "A function throws where it only rethrew before.",
    .book("declarations#Rethrowing-Functions-and-Methods"),
    before: "public func bake(_ f: () throws -> Void) rethrows { try f() }",
    after: "public func bake(_ f: () throws -> Void) throws { try f() }",
    client: "func f() { bake {} }"
  )
  public static let rethrowsTyped = Rule(
    "rethrows-typed",
    .additive,
    "A function that rethrew throws what its closure throws: the error is a new generic parameter.",
    .evolution("0413-typed-throws"),
    before: "public func bake<T>(_ f: () throws -> T) rethrows -> T { try f() }",
    after: "public func bake<T, E>(_ f: () throws(E) -> T) throws(E) -> T { try f() }",
    client: "func f(_ g: () throws -> Int) rethrows -> Int { try bake(g) + bake { 1 } }"
  )
  public static let errorNotInferred = Rule(
    "error-not-inferred",
    .breaking([.callers, .values]),
    "The error of a function that rethrew is a generic parameter, which not all uses determine: the "
      + "closure is an autoclosure, is optional or has a default, more than one closure throws, or "
      + "nothing else is generic, so that the function was passed without saying its type.",
    .evolution("0413-typed-throws"),
    before: "public func bake(_ f: () throws -> Void) rethrows { try f() }",
    after: "public func bake<E>(_ f: () throws(E) -> Void) throws(E) { try f() }",
    client: "func f() { let g = bake; _ = g }"
  )
  public static let asyncAdded = Rule(
    "async-added",
    .breaking([.callers]),
    "A function, an initializer or a getter becomes asynchronous.",
    .evolution("0296-async-await"),
    before: "public func bake() {}",
    after: "public func bake() async {}",
    client: "func f() { bake() }"
  )
  public static let asyncRemoved = Rule(
    "async-removed",
    .additive,
    "A function is no longer asynchronous: `await` is a warning now.",
    .evolution("0296-async-await"),
    before: "public func bake() async {}",
    after: "public func bake() {}",
    client: "func f() async { await bake() }"
  )
  public static let mutatingAdded = Rule(
    "mutating-added",
    .breaking([.callers]),
    "A method, a getter or a setter changes the value that it is called on.",
    .book("methods#Modifying-Value-Types-from-Within-Instance-Methods"),
    before: "public struct Loaf { public func cut() {} }",
    after: "public struct Loaf { public mutating func cut() {} }",
    client: "func f(_ loaf: Loaf) { loaf.cut() }"
  )
  public static let mutatingRemoved = Rule(
    "mutating-removed",
    .additive,
    "A method, a getter or a setter no longer changes the value that it is called on.",
    .book("methods#Modifying-Value-Types-from-Within-Instance-Methods"),
    before: "public struct Loaf { public mutating func cut() {} }",
    after: "public struct Loaf { public func cut() {} }",
    client: "func f(_ loaf: inout Loaf) { loaf.cut() }"
  )
  public static let modifierChanged = Rule(
    "modifier-changed",
    .breaking([.callers]),
    "A modifier changed on which clients may depend, such as `prefix` and `consuming`.",
    .book("declarations#Declaration-Modifiers"),
    before: "public struct Loaf: ~Copyable { public init() {}; public borrowing func cut() {} }",
    after: "public struct Loaf: ~Copyable { public init() {}; public consuming func cut() {} }",
    client: "func f(_ loaf: borrowing Loaf) { loaf.cut() }"
  )
  public static let requiredAdded = Rule(
    "required-added",
    .breaking([.overriders]),
    "Subclasses must implement an initializer that they did not have to, perhaps for a protocol that "
      + "the class conforms to now.",
    .book("initialization#Required-Initializers"),
    before: "open class Oven { public init() {}; public init(heat: Int) {} }",
    after: "open class Oven { public init() {}; public required init(heat: Int) {} }",
    client: "class Mine: Oven { init(name: String) { super.init() } }"
  )
  public static let requiredRemoved = Rule(
    "required-removed",
    .breaking([.callers]),
    "Not every subclass has the initializer: it can no longer be called on a metatype.",
    .book("initialization#Required-Initializers"),
    before: "public class Oven { public required init(heat: Int) {} }",
    after: "public class Oven { public init(heat: Int) {} }",
    client: "func f(_ type: Oven.Type) -> Oven { type.init(heat: 1) }"
  )
  public static let designatedChanged = Rule(
    "designated-changed",
    .breaking([.overriders]),
    "An initializer of an open class is designated where it was `convenience`, or the other way round.",
    .book("initialization#Automatic-Initializer-Inheritance"),
    before: "open class Oven { public init() {}; public convenience init(x: Int) { self.init() } }",
    after: "open class Oven { public init() {}; public init(x: Int) {} }",
    client: "class Mine: Oven { override init() { super.init() } }\nlet x = Mine(x: 1)"
  )
  public static let designatedHidden = Rule(
    "designated-hidden",
    .breaking([.overriders]),
    "An open class got a designated initializer that is not public: subclasses do not inherit the "
      + "others any more.",
    .book("initialization#Automatic-Initializer-Inheritance"),
    before: "open class Oven { public init() {}; public convenience init(x: Int) { self.init() } }",
    after: "open class Oven { public init() {}; public convenience init(x: Int) { self.init() }; "
      + "init(secret: Int) {} }",
    client: "class Mine: Oven { override init() { super.init() } }\nlet x = Mine(x: 1)"
  )
  public static let designatedAdded = Rule(
    "designated-added",
    .breaking([.overriders]),
    "An open class got a designated initializer: a subclass that overrides all others does not inherit "
      + "the convenience initializers any more, which clients may have written in an extension.",
    .book("initialization#Automatic-Initializer-Inheritance"),
    before: "open class Oven { public init() {} }",
    after: "open class Oven { public init() {}; public init(heat: Int) {} }",
    client: "extension Oven { convenience init(name: String) { self.init() } }\n"
      + "class Mine: Oven { override init() { super.init() } }\nlet x = Mine(name: \"\")"
  )
  private static let hiding =
    "open class A { public init() {}; init(secret: Bool) {}\n"
    + "  public convenience init(x: Int) { self.init() } }\n"

  public static let inheritedInitializersLost = Rule(
    "initializers-no-longer-inherited",
    .breaking([.callers]),
    "A class got designated initializers of its own, and no longer inherits those of its superclass.",
    .book("initialization#Automatic-Initializer-Inheritance"),
    before: hiding + "public class B: A {}",
    after: hiding + "public class B: A { public override init() { super.init() } }",
    client: "let x = B(x: 1)"
  )
  public static let openMemberChanged = Rule(
    "open-member-changed",
    .breaking([.overriders]),
    "A member of an open class changed in a way that callers do not mind, but overrides have to follow: "
      + "it throws no longer, takes more, or can be set.",
    .book("inheritance#Overriding"),
    before: "open class Oven { public init() {}; open func bake() throws {} }",
    after: "open class Oven { public init() {}; open func bake() {} }",
    client: "class Mine: Oven { override func bake() throws {} }"
  )
}
