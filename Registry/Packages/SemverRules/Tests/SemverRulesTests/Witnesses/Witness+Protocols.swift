extension Witness {
  static let protocols: [Witness] = [
    .breaking(
      "a requirement with a constrained default",
      "requirement-added",
      from: "public protocol P {}",
      to: "public protocol P { func f() }\nextension P where Self: Hashable { public func f() {} }",
      client: "struct M: P {}"
    ),
    .breaking(
      "a requirement with a default of other types",
      "requirement-added",
      from: "public protocol P {}",
      to: "public protocol P { func f(_ a: Int) }\nextension P { public func f(_ a: String) {} }",
      client: "struct M: P {}"
    ),
    .breaking(
      "a requirement with a default that throws",
      "requirement-added",
      from: "public protocol P {}",
      to: "public protocol P { func f() }\nextension P { public func f() throws {} }",
      client: "struct M: P {}"
    ),
    .additive(
      "a requirement with a default of a parent",
      "requirement-added-with-default",
      from: "public protocol Q {}\nextension Q { public func f() {} }\npublic protocol P: Q {}",
      to:
        "public protocol Q {}\nextension Q { public func f() {} }\npublic protocol P: Q { func f() }",
      client: "struct M: P {}"
    ),
    .additive(
      "a requirement with a default for its parent's conformers",
      "requirement-added-with-default",
      from: "public protocol P: Hashable {}",
      to: "public protocol P: Hashable { func f() }\n"
        + "extension P where Self: Equatable { public func f() {} }",
      client: "struct M: P {}"
    ),
    .breaking(
      "a settable requirement whose default cannot be set",
      "requirement-added",
      from: "public protocol P {}",
      to: "public protocol P { var a: Int { get set } }\nextension P { public var a: Int { 1 } }",
      client: "struct M: P {}"
    ),
    .additive(
      "a requirement with an alias in its default",
      "requirement-added-with-default",
      from: "public protocol P { associatedtype C }\nextension P { public typealias A = C.Type }",
      to: "public protocol P { associatedtype C; static var c: A { get } }\n"
        + "extension P { public typealias A = C.Type; public static var c: C.Type { C.self } }",
      client: "struct M: P { typealias C = Int }"
    ),
    .additive(
      "a requirement with a default for a new associated type",
      "requirement-added-with-default",
      from: "public protocol P {}",
      to: "public protocol P { associatedtype C = Int; static var c: C { get } }\n"
        + "extension P where C == Int { public static var c: Int { 1 } }",
      client: "struct M: P {}"
    ).alsoNaming("associated-type-added-with-default"),
    .additive(
      "a requirement with a default for new associated types",
      "requirement-added-with-default",
      from: "public protocol P {}",
      to: "public protocol P { associatedtype B = Never; associatedtype C = B.Type\n"
        + "  static var c: C { get } }\n"
        + "extension P where C == B.Type { public static var c: B.Type { B.self } }",
      client: "struct M: P {}"
    ).alsoNaming("associated-type-added-with-default"),
    .unchanged(
      "an underscored protocol that inherits from none",
      from: "public protocol _P: AnyObject {}\npublic func f() {}",
      to: "public protocol _P {}\npublic func f() {}",
      client: "final class M: _P {}"
    ),
    .breaking(
      "an underscored requirement",
      "requirement-added",
      from: "public protocol P {}",
      to: "public protocol P { func _f() }",
      client: "struct M: P {}"
    ),
    .breaking(
      "a requirement that can be set",
      "requirement-changed",
      from: "public protocol P { var a: Int { get } }",
      to: "public protocol P { var a: Int { get set } }",
      client: "struct M: P { var a: Int { 1 } }"
    ),
    .breaking(
      "a requirement that cannot be set any more",
      "setter-removed",
      from: "public protocol P { var a: Int { get set } }",
      to: "public protocol P { var a: Int { get } }",
      client: "func g(_ p: inout any P) { p.a = 1 }"
    ),
    .breaking(
      "a requirement that throws",
      "throws-added",
      from: "public protocol P { func f() }",
      to: "public protocol P { func f() throws }",
      client: "func g(_ p: any P) { p.f() }"
    ),
    .breaking(
      "a requirement that is not async any more",
      "requirement-changed",
      from: "public protocol P { func f() async }",
      to: "public protocol P { func f() }",
      client: "struct M: P { func f() async {} }"
    ),
    .breaking(
      "a requirement that is not mutating any more",
      "requirement-changed",
      from: "public protocol P { mutating func f() }",
      to: "public protocol P { func f() }",
      client: "struct M: P { var a = 1; mutating func f() { a = 2 } }"
    ),
    .breaking(
      "a requirement that takes nil",
      "requirement-changed",
      from: "public protocol P { func f(_ a: Int) }",
      to: "public protocol P { func f(_ a: Int?) }",
      client: "struct M: P { func f(_ a: Int) {} }"
    ),
    .breaking(
      "a requirement that is more generic",
      "requirement-changed",
      from: "public protocol P { func f<T: Hashable>(_ t: T) }",
      to: "public protocol P { func f<T>(_ t: T) }",
      client: "struct M: P { func f<T: Hashable>(_ t: T) {} }"
    ),
    .breaking(
      "a static requirement",
      "requirement-removed",
      from: "public protocol P { static func f() }",
      to: "public protocol P {}",
      client: "func g<T: P>(_ t: T.Type) { T.f() }"
    ),
    .breaking(
      "a requirement made an extension's member",
      "requirement-removed",
      from: "public protocol P { func f() -> Int }\nextension P { public func f() -> Int { 1 } }",
      to: "public protocol P {}\nextension P { public func f() -> Int { 1 } }",
      client: ""
    ),
    .additive(
      "a member of a protocol's extension",
      "declaration-added",
      from: "public protocol P {}",
      to: "public protocol P {}\nextension P { public func f() {} }",
      client: "struct M: P {}"
    ),
    .breaking(
      "a member of a protocol's extension that is gone",
      "declaration-removed",
      from: "public protocol P {}\nextension P { public func f() {} }",
      to: "public protocol P {}",
      client: "func g(_ p: any P) { p.f() }"
    ),
    .breaking(
      "a parent with requirements",
      "refinement-added",
      from: "public protocol Q { func f() }\npublic protocol P {}",
      to: "public protocol Q { func f() }\npublic protocol P: Q {}",
      client: "struct M: P {}"
    ),
    .additive(
      "a parent with defaults",
      "refinement-met",
      from:
        "public protocol Q { func f() }\nextension Q { public func f() {} }\npublic protocol P {}",
      to:
        "public protocol Q { func f() }\nextension Q { public func f() {} }\npublic protocol P: Q {}",
      client: "struct M: P {}"
    ),
    .unchanged(
      "a parent that another implies",
      from: "public protocol P: Equatable, Hashable {}",
      to: "public protocol P: Hashable {}",
      client: "func g(_ p: some P) -> Bool { p == p }"
    ),
    .breaking(
      "a class protocol",
      "refinement-added",
      from: "public protocol P {}",
      to: "public protocol P: AnyObject {}",
      client: "struct M: P {}"
    ),
    .breaking(
      "an associated type's constraint",
      "associated-type-changed",
      from: "public protocol P { associatedtype A: Hashable; var a: A { get } }",
      to: "public protocol P { associatedtype A; var a: A { get } }",
      client: "func g(_ p: some P) -> Int { p.a.hashValue }"
    ),
    .breaking(
      "an associated type's default",
      "associated-type-changed",
      from: "public protocol P { associatedtype A = Int }",
      to: "public protocol P { associatedtype A }",
      client: "struct M: P {}"
    ),
    .unchanged(
      "the order of a protocol",
      from: "public protocol P { func f(); func g() }",
      to: "public protocol P { func g(); func f() }",
      client: "struct M: P { func f() {}; func g() {} }"
    ),
    .unchanged(
      "where a constraint is written",
      from: "public protocol P: Sequence where Element: Hashable {}",
      to: "public protocol P: Sequence where Self.Element: Hashable {}",
      client: "extension Array: P where Element: Hashable {}"
    ),
  ]
}
