extension Rule {
  /// The rules for types, their superclasses and their conformances.
  public static let types: [Rule] = [
    typeKindChanged, openAdded, openRemoved, finalRemoved, superclassRemoved, superclassAdded,
    aliasChanged, conformanceRemoved, conformanceAdded, conformanceConditional,
    conformanceLessConditional, conformanceIsolated,
    conformanceNonisolated,
  ]

  public static let typeKindChanged = Rule(
    "type-kind-changed",
    .breaking([.callers]),
    "A type is another kind of type: a struct, class, actor, enum, protocol or alias. A struct that "
      + "clients could not make may become an enum without cases.",
    .book("classesandstructures"),
    before: "public struct Loaf { public init() {}; public var size = 1 }",
    after: "public final class Loaf { public init() {}; public var size = 1 }",
    client: "func f() { var a = Loaf(); a.size = 2; let b: Loaf? = a; _ = b as AnyObject }\n"
      + "func g<T: BitwiseCopyable>(_ t: T.Type) {}\nextension Loaf { init(x: Int) { self.init() } }"
  )
  public static let openAdded = Rule(
    "open-added",
    .additive,
    "A class can be subclassed, or a member overridden.",
    .evolution("0117-non-public-subclassable-by-default"),
    before: "public class Oven { public init() {} }",
    after: "open class Oven { public init() {} }",
    client: "let x: Oven? = nil\nfunc f() { _ = Oven() }"
  )
  public static let openRemoved = Rule(
    "open-removed",
    .breaking([.overriders]),
    "A class can no longer be subclassed, or a member no longer be overridden.",
    .evolution("0117-non-public-subclassable-by-default"),
    before: "open class Oven { public init() {} }",
    after: "public class Oven { public init() {} }",
    client: "class Mine: Oven {}"
  )
  public static let finalRemoved = Rule(
    "final-removed",
    .breaking([.conformers]),
    "A class is no longer `final`: a client cannot make it conform to a protocol with initializers any "
      + "more, which subclasses would have to have.",
    .book("protocols#Class-Implementations-of-Protocol-Initializer-Requirements"),
    before: "public final class Oven { public init() {} }",
    after: "public class Oven { public init() {} }",
    client: "protocol P { init(x: Int) }\n"
      + "extension Oven: P { convenience init(x: Int) { self.init() } }"
  )
  public static let superclassRemoved = Rule(
    "superclass-removed",
    .breaking([.callers]),
    "A class no longer inherits from another.",
    .book("inheritance#Subclassing"),
    before: "open class Oven { public init() {} }\npublic class Gas: Oven {}",
    after: "open class Oven { public init() {} }\npublic class Gas { public init() {} }",
    client: "func f() -> Oven { Gas() }"
  )
  public static let superclassAdded = Rule(
    "superclass-added",
    .additive,
    "A class inherits from another.",
    .book("inheritance#Subclassing"),
    before: "open class Oven { public init() {} }\npublic class Gas { public init() {} }",
    after: "open class Oven { public init() {} }\npublic class Gas: Oven {}",
    client: "func f() -> Gas { Gas() }"
  )
  public static let aliasChanged = Rule(
    "alias-changed",
    .breaking([.callers]),
    "A type alias stands for another type.",
    .book("declarations#Type-Alias-Declaration"),
    before: "public typealias Done = () -> Void",
    after: "public typealias Done = @Sendable () -> Void",
    client: "final class T { var left = 1 }\nfunc f(_ t: T) { let d: Done = { t.left = 2 }; d() }"
  )
  public static let conformanceRemoved = Rule(
    "conformance-removed",
    .breaking([.callers]),
    "A type no longer conforms to a protocol, its own or one of others, or the conformance is marked "
      + "unavailable.",
    .book("protocols#Adding-Protocol-Conformance-with-an-Extension"),
    before: "public struct Loaf: Equatable { public init() {} }",
    after: "public struct Loaf { public init() {} }",
    client: "let same = Loaf() == Loaf()"
  )
  public static let conformanceAdded = Rule(
    "conformance-added",
    .additive,
    "A type conforms to a protocol. That a client may have declared the same is a warning.",
    .evolution("0364-retroactive-conformance-warning"),
    before: "public struct Loaf { public init() {} }",
    after: "public struct Loaf: Equatable { public init() {} }",
    client: "func f() { _ = Loaf() }"
  )
  public static let conformanceConditional = Rule(
    "conformance-conditional",
    .breaking([.callers]),
    "A generic type conforms to a protocol under more conditions.",
    .evolution("0143-conditional-conformances"),
    before: "public protocol Baked {}\npublic struct Box<T> { public init() {} }\n"
      + "extension Box: Baked {}",
    after: "public protocol Baked {}\npublic struct Box<T> { public init() {} }\n"
      + "extension Box: Baked where T: Baked {}",
    client: "func f() -> any Baked { Box<Int>() }"
  )
  public static let conformanceLessConditional = Rule(
    "conformance-less-conditional",
    .additive,
    "A generic type conforms to a protocol under fewer conditions.",
    .evolution("0143-conditional-conformances"),
    before: "public struct Box<T> { public init() {} }\n"
      + "extension Box: Equatable where T: Hashable { public static func == (a: Box, b: Box) -> Bool "
      + "{ true } }",
    after: "public struct Box<T> { public init() {} }\n"
      + "extension Box: Equatable where T: Equatable { public static func == (a: Box, b: Box) -> Bool "
      + "{ true } }",
    client: "let same = Box<Int>() == Box<Int>()"
  )
  public static let conformanceIsolated = Rule(
    "conformance-isolated",
    .breaking([.callers]),
    "A type conforms to a protocol on an actor only.",
    .evolution("0470-isolated-conformances"),
    before: "public protocol Baked { func bake() }\n"
      + "@MainActor public struct Loaf: Baked { nonisolated public init() {}\n"
      + "  nonisolated public func bake() {} }",
    after: "public protocol Baked { func bake() }\n"
      + "@MainActor public struct Loaf: @MainActor Baked { nonisolated public init() {}\n"
      + "  nonisolated public func bake() {} }",
    client: "nonisolated func f() -> any Baked { Loaf() }"
  )
  public static let conformanceNonisolated = Rule(
    "conformance-nonisolated",
    .additive,
    "A type conforms to a protocol everywhere, and no longer on an actor only.",
    .evolution("0470-isolated-conformances"),
    before: "public protocol Baked { func bake() }\n"
      + "@MainActor public struct Loaf: @MainActor Baked { public init() {}\n"
      + "  nonisolated public func bake() {} }",
    after: "public protocol Baked { func bake() }\n"
      + "@MainActor public struct Loaf: Baked { public init() {}\n"
      + "  nonisolated public func bake() {} }",
    client: "@MainActor func f() -> any Baked { Loaf() }"
  )
}
