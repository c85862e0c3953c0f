extension InterfaceIndex {
  /// Whether an extension implements a requirement for all types that conform.
  ///
  /// - Parameter old: The state for which they were written: they do not name associated types that
  ///   came later, so that these are what they are by default.
  func hasDefault(for requirement: Declaration, since old: InterfaceIndex) -> Bool {
    guard let proto = requirement.context else { return false }
    let known = ancestors(of: proto)
    let defaults = newDefaults(of: known, since: old)
    let substituted = { (type: TypeExpression) in
      type.map { part in part.path.flatMap { defaults[$0] } ?? part }
    }
    let wanted = comparable(requirement).map(substituted)
    return known.contains { name in
      (members[name] ?? []).contains { member in
        !member.isRequirement && member.signature == requirement.signature
          && member.isStatic == requirement.isStatic && member.kind == requirement.kind
          && !member.availability.isUnavailable
          && member.contextRequirements.allSatisfy {
            holds($0.map(substituted), in: known)
          }
          && isWitness(comparable(member).map(substituted), of: wanted)
      }
    }
  }

  /// Whether a constraint of an extension is met by all types that conform to the protocol.
  private func holds(_ requirement: Requirement, in ancestors: Set<String>) -> Bool {
    switch requirement {
    case .conforms(let subject, let bound):
      subject.path == "Self" && bound.protocolNames.allSatisfy(ancestors.contains)
    case .equals(let types): types.count == 1
    }
  }

  /// The types for which associated types stand that are new, such as `Self.Dough`.
  private func newDefaults(
    of protocols: Set<String>,
    since old: InterfaceIndex
  ) -> [String: TypeExpression] {
    var defaults: [String: TypeExpression] = [:]
    for name in protocols {
      let known = Set((old.members[name] ?? []).map(\.name))
      for member in members[name] ?? []
      where member.kind == .associatedtype && !known.contains(member.name) {
        defaults["Self.\(member.name)"] = member.type
      }
    }
    // One may be named by the default of another.
    for _ in 0..<min(defaults.count, 4) {
      let known = defaults
      defaults = defaults.mapValues { type in
        type.map { part in part.path.flatMap { known[$0] } ?? part }
      }
    }
    return defaults
  }

  private func comparable(_ member: Declaration) -> Declaration {
    Spelling(index: self).canonical(member, resolvesAliases: true)
  }
}
