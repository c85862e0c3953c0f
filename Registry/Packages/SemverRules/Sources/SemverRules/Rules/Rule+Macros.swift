extension Rule {
  /// The rules for the roles of macros.
  public static let macros: [Rule] = [macroRoleRemoved, macroRoleAdded]

  private static let members = "@attached(member, names: arbitrary)"
  private static let conformance = "@attached(extension, conformances: OptionSet)"
  private static let flags =
    "public macro Flags<T>() = #externalMacro(module: \"SwiftMacros\", type: \"OptionSetMacro\")"
  private static let use =
    "@Flags<UInt8> struct Toppings { private enum Options: Int { case salt } }"

  public static let macroRoleRemoved = Rule(
    "macro-role-removed",
    .breaking([.callers]),
    "A macro has other roles, or makes other names.",
    .evolution("0389-attached-macros"),
    before: "\(members) \(conformance)\n\(flags)",
    after: "\(members)\n\(flags)",
    client: "\(use)\nfunc all() -> Toppings { [.salt] }"
  )
  public static let macroRoleAdded = Rule(
    "macro-role-added",
    .additive,
    "A macro has one more role.",
    .evolution("0389-attached-macros"),
    before: "\(members)\n\(flags)",
    after: "\(members) \(conformance)\n\(flags)",
    client: "\(use)\nfunc all() -> Toppings { .salt }"
  )
}
