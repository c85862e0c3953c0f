/// Finds which of several declarations of one name became which, and judges each.
struct OverloadJudgement {
  private typealias Site = InterfaceJudgement.Site

  /// A declaration in both spellings, with and without type aliases.
  private struct Candidate {
    let site: Site
    let plain: Declaration
    private let spelling: Spelling

    init(_ site: Site, _ spelling: Spelling) {
      (self.site, self.spelling) = (site, spelling)
      plain = spelling.canonical(site.declaration, resolvesAliases: false)
    }

    /// Few declarations need it: what has not changed is equal without.
    var resolved: Declaration { spelling.canonical(site.declaration, resolvesAliases: true) }
  }

  private let olds: [Candidate]
  private let news: [Candidate]
  private let before: Spelling
  private let after: Spelling
  private let isReported: (InterfaceJudgement.Site) -> Bool

  init(
    _ olds: [InterfaceJudgement.Site],
    _ news: [InterfaceJudgement.Site],
    _ before: Spelling,
    _ after: Spelling,
    isReported: @escaping (InterfaceJudgement.Site) -> Bool
  ) {
    self.olds = olds.map { Candidate($0, before) }
    self.news = news.map { Candidate($0, after) }
    (self.before, self.after, self.isReported) = (before, after, isReported)
  }

  var changes: [InterfaceChange] {
    var olds = self.olds
    var news = self.news
    // What is the same on both sides is done with.
    removeSame(&olds, &news, as: \.plain)
    removeSame(&olds, &news, as: \.resolved)
    // What was unavailable has no clients; but subclasses may have to have an initializer.
    olds.removeAll { old in
      old.plain.availability.isUnavailable && old.plain.kind != .`init` && !old.plain.isRequirement
        && !news.contains { $0.plain.signature == old.plain.signature }
    }
    var changes: [InterfaceChange] = []
    let compatible = pairs(&olds, &news, areCompatible: true)
    olds.removeAll { old in
      self.news.contains { findings(old, $0)?.isCompatible ?? false }
    }
    for pair in compatible + pairs(&olds, &news) where isReported(pair.old.site) {
      // The conditions of a conformance are those of its members.
      let isTold = before.index.isWitness(pair.old.site.declaration)
      let isDefault = isDefault(pair)
      changes += findings(of: pair).filter {
        !isTold || $0.rule != .constraintAdded && $0.rule != .constraintRemoved
      }.filter { !isDefault || $0.rule.effect != .breaking }.map { change(of: pair.old, $0) }
    }
    let hadOthers = !self.olds.isEmpty
    for old in olds { changes += removal(of: old) }
    for new in news { changes += addition(of: new, besideOthers: hadOthers) }
    return changes
  }

  private func removeSame(
    _ olds: inout [Candidate],
    _ news: inout [Candidate],
    as spelled: (Candidate) -> Declaration
  ) {
    guard !olds.isEmpty, !news.isEmpty else { return }
    var others = news.map(spelled)
    olds.removeAll { old in
      guard let index = others.firstIndex(of: spelled(old)) else { return false }
      others.remove(at: index)
      news.remove(at: index)
      return true
    }
  }

  /// Whether both implement the same requirement for all types that conform: then clients use that.
  private func isDefault(_ pair: Pair) -> Bool {
    guard let requirement = requirement(of: pair.new, in: news),
      let old = self.requirement(of: pair.old, in: olds)
    else { return false }
    return before.index.hasDefault(for: old, since: before.index)
      && after.index.hasDefault(for: requirement, since: before.index)
  }

  private struct Pair {
    let old: Candidate
    let new: Candidate
    let findings: [Finding]
  }

  /// The findings, but that an argument cannot be left out if there is an overload without it.
  private func findings(of pair: Pair) -> [Finding] {
    guard pair.findings.contains(where: { $0.rule == .defaultRemoved }) else {
      return pair.findings
    }
    let needed = pair.new.plain.parameters.enumerated().filter { position, parameter in
      pair.old.plain.parameters[position].hasDefault && !parameter.hasDefault
    }
    guard needed.count == 1, let position = needed.first?.offset else { return pair.findings }
    let shorter = pair.old.plain.leavingOut(position)
    let isMet = news.map { $0.plain.leavingOut(position) }.contains { new in
      new.signature == shorter.signature
        && DeclarationJudgement(from: shorter, to: new, before.index, after.index)
          .findings.isCompatible
    }
    return pair.findings.filter { !isMet || $0.rule != .defaultRemoved }
  }

  /// Removes declarations that became one another from both lists, the most similar first.
  private func pairs(
    _ olds: inout [Candidate],
    _ news: inout [Candidate],
    areCompatible: Bool = false
  ) -> [Pair] {
    var all: [(old: Int, new: Int, cost: Int, findings: [Finding])] = []
    for (first, old) in olds.enumerated() {
      for (second, new) in news.enumerated() {
        guard let findings = findings(old, new), !areCompatible || findings.isCompatible else {
          continue
        }
        let cost = findings.reduce(0) { $0 + ($1.rule.effect == .breaking ? 100 : 1) }
        let isSameName = old.plain.signature == new.plain.signature
        all.append((first, second, cost + (isSameName ? 0 : 1000), findings))
      }
    }
    all.sort { ($0.cost, $0.old, $0.new) < ($1.cost, $1.old, $1.new) }
    var (usedOld, usedNew, pairs) = (Set<Int>(), Set<Int>(), [Pair]())
    let isAmbiguous = olds.count > 1 || news.count > 1
    for match in all where !usedOld.contains(match.old) && !usedNew.contains(match.new) {
      // Among several overloads, one that differs a lot is another one.
      if isAmbiguous, match.cost >= 1000,
        news[match.new].plain.shortestSignature != olds[match.old].plain.signature
      {
        continue
      }
      usedOld.insert(match.old)
      usedNew.insert(match.new)
      pairs.append(
        Pair(old: olds[match.old], new: news[match.new], findings: match.findings)
      )
    }
    olds = olds.enumerated().filter { !usedOld.contains($0.offset) }.map(\.element)
    news = news.enumerated().filter { !usedNew.contains($0.offset) }.map(\.element)
    return pairs
  }

  /// - Returns: `nil` if they have nothing to do with each other.
  private func findings(_ old: Candidate, _ new: Candidate) -> [Finding]? {
    let kinds = (old.plain.kind, new.plain.kind)
    guard kinds.0 == kinds.1 || (kinds.0.isType && kinds.1.isType),
      // Conforming types implement the one and not the other.
      old.plain.isRequirement == new.plain.isRequirement
    else { return nil }
    if old.plain.kind != .case, !old.plain.kind.isType, old.plain.signature != new.plain.signature {
      let name = new.site.declaration.signature
      return [Finding(.renamed, "was renamed to \(name)")]
    }
    let plain = DeclarationJudgement(
      from: old.plain,
      to: new.plain,
      before.index,
      after.index
    ).findings
    if plain.isCompatible { return plain }
    let resolved = DeclarationJudgement(
      from: old.resolved,
      to: new.resolved,
      before.index,
      after.index
    ).findings
    let count = { (findings: [Finding]) in findings.count { $0.rule.effect == .breaking } }
    return count(resolved) < count(plain) ? resolved : plain
  }

  /// The requirement that a member of a protocol's extension implements.
  private func requirement(of member: Candidate, in all: [Candidate]) -> Declaration? {
    guard !member.plain.isRequirement else { return nil }
    return all.map(\.site.declaration).first {
      $0.isRequirement && $0.signature == member.plain.signature && $0.kind == member.plain.kind
        && $0.kind != .associatedtype
    }
  }

  private func change(of old: Candidate, _ finding: Finding) -> InterfaceChange {
    let declaration = old.site.declaration
    return InterfaceChange(
      finding.rule,
      module: old.site.module,
      declaration: declaration.place,
      words: "\(declaration.words) \(finding.phrase)"
    )
  }

  private func removal(of old: Candidate) -> [InterfaceChange] {
    let declaration = old.site.declaration
    if let requirement = requirement(of: old, in: news) {
      return after.index.hasDefault(for: requirement, since: before.index)
        ? [] : [change(of: old, Finding(.defaultGone, "no longer has a default implementation"))]
    }
    guard isReported(old.site), !after.index.inherits(declaration, in: before),
      !after.index.hasMovedOperator(declaration, in: before),
      // The conformance tells of it.
      declaration.isOpen || !before.index.isWitness(declaration)
    else { return [] }
    let rule: Rule =
      switch declaration.kind {
      case .case: .caseRemoved
      case let kind where kind.isNominal: .typeRemoved
      case _ where declaration.isRequirement: .requirementRemoved
      default: .declarationRemoved
      }
    return [change(of: old, Finding(rule, "was removed"))]
  }

  private func addition(of new: Candidate, besideOthers: Bool) -> [InterfaceChange] {
    let declaration = new.site.declaration
    guard isReported(new.site) else { return [] }
    if requirement(of: new, in: news) != nil {
      // With a requirement that is new itself, it is told of there.
      guard requirement(of: new, in: olds) != nil else { return [] }
      return [
        change(of: new, Finding(.requirementDefaultAdded, "has a default implementation now"))
      ]
    }
    if let finding = additionInClass(declaration) { return [change(of: new, finding)] }
    if after.index.isWitness(declaration) || before.index.hasMovedOperator(declaration, in: after) {
      return []
    }
    if let finding = hidingAddition(declaration, besideOthers) { return [change(of: new, finding)] }
    let finding: Finding
    switch declaration.kind {
    case .case:
      let isOpen =
        before.index.types[before.original(declaration.context ?? "")]?.attributes
        .contains("@nonexhaustive") ?? false
      finding =
        isOpen
        ? Finding(.caseAddedToNonexhaustive, "was added")
        : Finding(.caseAdded, "was added, which every switch must handle")
    case .associatedtype:
      finding = Finding(
        declaration.type == nil ? .associatedTypeAdded : .associatedTypeAddedWithDefault,
        "was added"
      )
    case _ where declaration.isRequirement:
      let proto = before.original(declaration.context ?? "")
      finding =
        after.index.hasDefault(for: declaration, since: before.index)
          || after.index.isRequired(declaration, by: proto, in: before.index)
          || after.index.isMet(declaration, by: proto, in: before.index)
          || before.index.isClosed(proto)
        ? Finding(.requirementAddedWithDefault, "was added")
        : Finding(.requirementAdded, "was added as a protocol requirement")
    case let kind where kind.isNominal: finding = Finding(.typeAdded, "was added")
    default: finding = Finding(besideOthers ? .overloadAdded : .declarationAdded, "was added")
    }
    return [change(of: new, finding)]
  }
}

extension OverloadJudgement {
  /// Returns the effect of a new initializer of an open class on its subclasses; `nil` if there is
  /// none.
  private func additionInClass(_ declaration: Declaration) -> Finding? {
    guard declaration.kind == .`init`, let context = declaration.context,
      let type = before.index.types[before.original(context)], type.kind == .class, type.isOpen
    else { return nil }
    if declaration.modifiers.contains("required") {
      return Finding(.requiredAdded, "was added, which subclasses have to implement")
    }
    if declaration.modifiers.contains("convenience")
      || type.attributes.contains("@_hasMissingDesignatedInitializers")
    {
      return nil
    }
    return Finding(
      .designatedAdded,
      "was added, without which subclasses do not inherit the convenience initializers"
    )
  }

  /// Methods of a result builder that are called wherever there is one of them.
  private static let transforming: Set<String> = [
    "buildExpression", "buildFinalResult", "buildPartialBlock", "buildLimitedAvailability",
  ]

  /// Returns the effect of a new member on code that compiled without it; `nil` if there is none.
  private func hidingAddition(_ declaration: Declaration, _ besideOthers: Bool) -> Finding? {
    guard let context = declaration.context else { return nil }
    let old = before.index
    let original = before.original(context)
    if declaration.isStatic, !besideOthers, Self.transforming.contains(declaration.name),
      old.types[original]?.attributes.contains("@resultBuilder") ?? false
    {
      return Finding(.builderMethodAdded, "was added, which changes how all bodies are built")
    }
    if old.hidesDynamicMember(declaration, in: original) {
      return Finding(
        .dynamicMemberHidden,
        "was added, which hides what clients reach as a dynamic member"
      )
    }
    return nil
  }
}

extension InterfaceIndex {
  /// Whether clients may have reached another member by the name of a new one.
  fileprivate func hidesDynamicMember(_ member: Declaration, in context: String) -> Bool {
    guard [.var, .func].contains(member.kind), !member.isOperator else { return false }
    return types.contains { name, type in
      guard type.attributes.contains("@dynamicMemberLookup") else { return false }
      let places = [name] + superclasses(of: name) + unconditionalProtocols(of: name)
      guard places.contains(context) else { return false }
      return places.flatMap { members[$0] ?? [] }.contains { lookup in
        lookup.kind == .subscript && lookup.isStatic == member.isStatic
          && lookup.parameters.first?.label == "dynamicMember" && reaches(lookup, member)
      }
    }
  }

  /// Whether a lookup may find something else than a member by its name.
  private func reaches(_ lookup: Declaration, _ member: Declaration) -> Bool {
    let canonical = { (declaration: Declaration) in
      Spelling(index: self).canonical(declaration, resolvesAliases: true)
    }
    let isSame = { (type: TypeExpression?, canBeSet: Bool) in
      member.kind == .var && canonical(member).type == type
        && (member.accessors?.hasSetter ?? false || !canBeSet)
    }
    let lookup = canonical(lookup)
    guard let key = lookup.parameters.first?.type, let root = key.arguments.first,
      key.path?.hasSuffix("KeyPath") ?? false
    else { return !isSame(lookup.type, lookup.accessors?.hasSetter ?? false) }
    guard let name = root.path, types[name] != nil else { return true }
    var places = [name] + superclasses(of: name)
    places += unconditionalProtocols(of: name)
    let candidates = places.flatMap { members[$0] ?? [] }
    let found = candidates.filter { $0.name == member.name && $0.kind == .var && !$0.isStatic }
    let isSet = lookup.accessors?.hasSetter ?? false
    return found.contains { declaration in
      let hasSetter = declaration.accessors?.hasSetter ?? false
      return !isSame(canonical(declaration).type, isSet && hasSetter)
    }
  }
}

extension Declaration {
  /// The signature of calls that leave out what can be left out.
  fileprivate var shortestSignature: String {
    var shorter = self
    shorter.parameters.removeAll(where: \.hasDefault)
    return shorter.signature
  }

  /// Returns the declaration as a call sees it that has no argument there; the same if that is not
  /// possible.
  fileprivate func leavingOut(_ position: Int) -> Declaration {
    guard parameters.indices.contains(position), parameters[position].hasDefault else {
      return self
    }
    var shorter = self
    shorter.parameters.remove(at: position)
    return shorter
  }
}
