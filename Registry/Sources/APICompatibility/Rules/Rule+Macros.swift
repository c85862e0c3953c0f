extension Rule {
  package static let macros: [Rule] = [macroRoleRemoved, macroRoleAdded]

  package static let macroRoleRemoved = Rule(
    "macro-role-removed",
    .breaking,
    [.callers],
    "A macro has other roles, or makes other names.",
    .evolution("0389-attached-macros"),
    before: "@freestanding(expression) public macro knead() = "
      + "#externalMacro(module: \"M\", type: \"T\")",
    after: "@attached(peer) public macro knead() = #externalMacro(module: \"M\", type: \"T\")",
    client: ""
  )
  package static let macroRoleAdded = Rule(
    "macro-role-added",
    .additive,
    [],
    "A macro has one more role.",
    .evolution("0389-attached-macros"),
    before: "@attached(peer) public macro knead() = #externalMacro(module: \"M\", type: \"T\")",
    after: "@attached(peer) @attached(member) public macro knead() = "
      + "#externalMacro(module: \"M\", type: \"T\")",
    client: ""
  )
}
