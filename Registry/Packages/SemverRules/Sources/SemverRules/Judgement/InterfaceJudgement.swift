extension InterfaceDifference {
  /// Compares what the modules of a package offer, declaration by declaration.
  ///
  /// - Parameters:
  ///   - old: The interfaces before the change.
  ///   - new: The interfaces after the change.
  ///   - modules: The names of the modules that clients import, before and after. What these
  ///     re-export counts for them. A module that is missing on one side is not compared.
  public init(
    from old: InterfaceIndex,
    to new: InterfaceIndex,
    of modules: Set<String>
  ) {
    var changes: [InterfaceChange] = []
    let new = new.readingNamespaces(since: old)
    for module in modules.sorted() {
      let (before, after) = (old.exported(by: module), new.exported(by: module))
      guard !before.isEmpty, !after.isEmpty else { continue }
      changes += InterfaceJudgement.exports(of: module, old, new)
      changes += InterfaceJudgement(old, new, before, after).changes
    }
    self.init(changes + InterfaceJudgement.reached(from: modules, old, new))
  }
}

/// Compares what clients of one module get, from itself and from what it re-exports.
struct InterfaceJudgement {
  private let old: InterfaceIndex
  private let new: InterfaceIndex
  private let before: Spelling
  private let after: Spelling
  private let oldModules: Set<String>
  private let newModules: Set<String>
  /// The types whose old name is an alias of the new one, by their old names.
  private let renamed: [String: String]
  /// The types that are compared, as each state names them; `nil` for all and all else.
  private let types: (old: Set<String>, new: Set<String>)?

  /// - Parameter types: As the older state names them.
  init(
    _ old: InterfaceIndex,
    _ new: InterfaceIndex,
    _ oldModules: Set<String>,
    _ newModules: Set<String>,
    only types: Set<String>? = nil
  ) {
    (self.new, self.oldModules, self.newModules) = (new, oldModules, newModules)
    var (moved, renamed): ([String: String], [String: String]) = ([:], [:])
    for module in oldModules {
      for type in old.modules[module]?.declarations ?? [] where type.kind.isType {
        let name = type.qualifiedName(in: module)
        if let target = new.renamedType(name, since: old) {
          renamed[name] = target
        } else if let foreign = new.foreignType(replacedBy: name, since: old) {
          for path in [foreign, old.home(of: foreign)] { moved[path] = name }
        } else if type.context == nil, new.types[name] == nil {
          moved[name] = newModules.sorted().map { "\($0).\(type.name)" }
            .first { new.types[$0] != nil }
        }
      }
    }
    // Two that became one are no longer two types to clients.
    let targets = Dictionary(grouping: renamed.keys) { renamed[$0] }
    renamed = renamed.filter { targets[$0.value]?.count == 1 }
    moved.merge(renamed) { first, _ in first }
    self.renamed = renamed
    self.old = old.naming(renamed)
    before = Spelling(index: self.old, moved: moved)
    self.types = types.map { [before] types in (types, Set(types.map(before.target))) }
    after = Spelling(index: new)
  }

  /// A declaration and the module that it is in.
  struct Site {
    let declaration: Declaration
    let module: String
  }

  /// A key for declarations that may be the same before and after: overloads of one name.
  private struct Group: Hashable {
    let context: String?
    let name: String
    let isStatic: Bool
    let isOfType: Bool
    let isMacro: Bool

    /// Whether they are requirements, or a protocol, which are only for those who conform.
    var isUnderscored: Bool {
      name.hasPrefix("_") || (context?.contains("._") ?? false)
    }
  }

  var changes: [InterfaceChange] {
    var olds = groups(of: old, oldModules, before, only: types?.old)
    let news = groups(of: new, newModules, after, only: types?.new)
    var changes: [InterfaceChange] = []
    for group in news.keys where olds[group] == nil { olds[group] = [] }
    for (group, sites) in olds {
      let others = (news[group] ?? []) + importedMembers(insteadOf: sites, in: group)
      if areSame(sites, others, in: group.context) { continue }
      let found = OverloadJudgement(
        sites,
        others,
        before,
        after,
        isReported: { isVisible($0, group.context) }
      ).changes
      changes += group.isUnderscored && types == nil ? found.breaking([.conformers]) : found
    }
    return changes + renamings + demands
      + ConformanceJudgement(before, after, oldModules, newModules, only: types?.new).changes
  }

  /// The members of a type of C that have taken the place of members that were added to it in Swift.
  private func importedMembers(insteadOf sites: [Site], in group: Group) -> [Site] {
    guard !sites.isEmpty, let context = group.context else { return [] }
    let previous = old.importedMembers[before.original(context)] ?? []
    return (new.importedMembers[context] ?? []).filter { member in
      member.name == group.name && member.isStatic == group.isStatic && !member.kind.isType
        && !previous.contains(member)
    }.map { Site(declaration: $0, module: Spelling.module(of: context)) }
  }

  /// Whether declarations are written in the same way, with the same names around them: nearly all
  /// are, and what they mean need not be found out.
  private func areSame(_ olds: [Site], _ news: [Site], in context: String?) -> Bool {
    before.moved.isEmpty && olds.count == news.count
      && zip(olds, news).allSatisfy { $0.declaration == $1.declaration }
      && context.map { old.genericParameters(of: $0) == new.genericParameters(of: $0) } ?? true
  }

  /// The requirements and cases for SPI that are new: clients that conform or switch must meet them,
  /// although their interface does not show them.
  private var demands: [InterfaceChange] {
    newModules.sorted().flatMap { module in
      (new.modules[module]?.demands ?? []).compactMap { demand -> InterfaceChange? in
        guard let context = demand.context, let type = new.types[context],
          types.map({ $0.new.contains(context) }) ?? !type.isUnderscored
        else { return nil }
        let original = before.original(context)
        guard old.types[original]?.kind == type.kind,
          !old.demands(of: original).contains(where: { $0.isSame(as: demand) }),
          !(old.members[original] ?? []).contains(where: { $0.isSame(as: demand) })
        else { return nil }
        if demand.kind == .case {
          return InterfaceChange(
            .caseAdded,
            module: module,
            declaration: demand.place,
            words: "\(demand.words) was added for SPI, and every switch must handle it"
          )
        }
        guard type.kind == .protocol, !new.hasVisibleDefault(for: demand),
          !old.isClosed(original)
        else { return nil }
        return InterfaceChange(
          .requirementAdded,
          module: module,
          declaration: demand.place,
          words: "\(demand.words) was added for SPI as a protocol requirement"
        )
      }
    }
  }

  private var renamings: [InterfaceChange] {
    renamed.compactMap { name, target in
      if let types, !types.old.contains(name) { return nil }
      guard let type = old.types[name] else { return nil }
      let newName = target.split(separator: ".").dropFirst().joined(separator: ".")
      return InterfaceChange(
        .typeRenamedWithAlias,
        module: Spelling.module(of: name),
        declaration: type.place,
        words: "\(type.words) is called \(newName) now, with an alias under the old name"
      )
    }
  }

  /// Whether an alias is, or was, the other name of a type that has a new one.
  private func isOtherName(_ declaration: Declaration, in module: String) -> Bool {
    guard declaration.kind == .typealias else { return false }
    let name = declaration.qualifiedName(in: module)
    return renamed[name] != nil || renamed.values.contains(name)
  }

  /// Whether a change is told of: not of what is in a type that is new or gone itself, or that comes
  /// or goes with the re-export of its module.
  private func isVisible(_ site: Site, _ context: String?) -> Bool {
    guard let context else { return true }
    let wasOffered = oldModules.contains(Spelling.module(of: before.original(context)))
    let isOffered = newModules.contains(Spelling.module(of: context))
    if wasOffered != isOffered,
      !(wasOffered ? newModules : oldModules).contains(site.module)
    {
      return false
    }
    let module = Spelling.module(of: context)
    let isOurs = oldModules.contains(module) || newModules.contains(module)
    guard isOurs else { return true }
    let (was, its) = (old.types[before.original(context)], new.types[context])
    guard let was, let its else { return false }
    return was.kind == its.kind || !was.kind.isNominal || !its.kind.isNominal
  }

  private func groups(
    of index: InterfaceIndex,
    _ modules: Set<String>,
    _ spelling: Spelling,
    only types: Set<String>?
  ) -> [Group: [Site]] {
    var groups: [Group: [Site]] = [:]
    for module in modules.sorted() {
      for declaration in index.modules[module]?.declarations ?? []
      where types != nil || !declaration.isUnderscored {
        if let types {
          guard declaration.isPart(of: types, in: module) else { continue }
          // What leads to an underscored type shows the type, and not what is underscored in it.
          if declaration.name.hasPrefix("_"), !declaration.isRequirement,
            !declaration.kind.isNominal
          {
            continue
          }
        }
        if isOtherName(declaration, in: module) { continue }
        let place = spelling.place(of: declaration, in: module)
        let group = Group(
          context: place.context,
          name: place.name,
          isStatic: declaration.isStatic,
          isOfType: declaration.kind.isType,
          isMacro: [.macro, .operator, .precedencegroup].contains(declaration.kind)
        )
        groups[group, default: []].append(Site(declaration: declaration, module: module))
      }
    }
    return groups
  }

  /// Returns the changes that clients notice of types that they do not name, of other modules of
  /// the package or with an underscore, to which what they import leads.
  ///
  /// - Parameter modules: The names of the modules that clients import, before and after.
  static func reached(
    from modules: Set<String>,
    _ old: InterfaceIndex,
    _ new: InterfaceIndex
  ) -> [InterfaceChange] {
    let shown = { (index: InterfaceIndex) in
      modules.reduce(into: Set<String>()) { $0.formUnion(index.exported(by: $1)) }
    }
    let reached = old.reached(from: shown(old))
    let groups = Dictionary(grouping: reached.keys) { reached[$0] ?? [] }
    return groups.flatMap { clients, types in
      let places = Set(types.map { String($0.prefix { $0 != "." }) })
      return InterfaceJudgement(
        old,
        new,
        places,
        places.union(shown(new)),
        only: Set(types)
      ).changes.breaking(clients).filter {
        // Who cannot name a type does not miss its name.
        clients.count == Rule.Client.allCases.count || $0.rule != Rule.typeRemoved.name
      }
    }
  }

  /// The modules of other packages that come along with a module.
  static func exports(
    of module: String,
    _ old: InterfaceIndex,
    _ new: InterfaceIndex
  ) -> [InterfaceChange] {
    let all = { (index: InterfaceIndex) in
      index.exported(by: module).reduce(into: Set<String>()) { all, name in
        all.formUnion(index.modules[name]?.exports ?? [])
      }
    }
    let (before, after) = (all(old), all(new))
    let change = { (rule: Rule, name: String, words: String) in
      InterfaceChange(rule, module: module, declaration: name, words: "import \(name) \(words)")
    }
    // What is in the package is compared by its declarations.
    let isOwn = { (name: String) in old.modules[name] != nil || new.modules[name] != nil }
    return before.subtracting(after).filter { !isOwn($0) }
      .map { change(.reexportRemoved, $0, "is no longer exported") }
      + after.subtracting(before).filter { !isOwn($0) }
      .map { change(.reexportAdded, $0, "is exported now") }
  }
}

extension [InterfaceChange] {
  /// Returns the changes without those that break none of the clients.
  fileprivate func breaking(_ clients: Set<Rule.Client>) -> [InterfaceChange] {
    filter { change in
      guard change.level == .breaking, let rule = Rule.named(change.rule) else { return true }
      return !clients.isDisjoint(with: rule.clients)
    }
  }
}

extension Spelling {
  /// The qualified name of a type, where the newer state has it.
  func target(_ name: String) -> String { Self.replaced(name, by: moved) }

  /// The module of a qualified name.
  static func module(of name: String) -> String { String(name.prefix { $0 != "." }) }

  /// The reverse of ``target(_:)``.
  func original(_ name: String) -> String {
    if moved.isEmpty { return name }
    return Self.replaced(
      name,
      by: Dictionary(moved.map { ($0.value, $0.key) }) { first, _ in first }
    )
  }

  /// The name with the longest of its starts replaced that the table has.
  private static func replaced(_ name: String, by table: [String: String]) -> String {
    if table.isEmpty { return name }
    var head = name[...]
    while true {
      if let target = table[String(head)] { return target + name[head.endIndex...] }
      guard let dot = head.lastIndex(of: ".") else { return name }
      head = head[..<dot]
    }
  }

  /// The type that a declaration is in and its base name, as the newer state has them.
  func place(of declaration: Declaration, in module: String) -> (context: String?, name: String) {
    guard declaration.kind.isType, declaration.kind != .associatedtype else {
      return (declaration.context.map(target), declaration.name)
    }
    let name = target(declaration.qualifiedName(in: module))
    let names = name.split(separator: ".")
    return (
      names.count > 2 ? names.dropLast().joined(separator: ".") : nil,
      names.last.map(String.init) ?? declaration.name
    )
  }
}

extension InterfaceIndex {
  /// The type that is not compared, such as one of C, whose alias became a type of its own: what was
  /// added to the one is in the other now; `nil` for other declarations.
  fileprivate func foreignType(replacedBy name: String, since old: InterfaceIndex) -> String? {
    guard let alias = old.types[name], alias.kind == .typealias, alias.generics.parameters.isEmpty,
      types[name]?.kind.isNominal ?? false, let path = alias.type?.path,
      old.types[path] == nil, !path.hasPrefix("Swift.")
    else { return nil }
    return path
  }

  /// The name of a type with the module in whose name it is compared.
  fileprivate func home(of type: String) -> String {
    let module = Spelling.module(of: type)
    return homes[module].map { $0 + type.dropFirst(module.count) } ?? type
  }

  fileprivate func demands(of type: String) -> [Declaration] {
    modules.values.flatMap(\.demands).filter { $0.context == type }
  }

  /// Whether clients cannot make types conform to a protocol, since they would have to implement a
  /// requirement that they do not see.
  func isClosed(_ proto: String) -> Bool {
    ancestors(of: proto).contains { name in
      demands(of: name).contains { !hasVisibleDefault(for: $0) }
    }
  }

  /// Whether an extension has an implementation for clients of a requirement that they do not see,
  /// whose types are written as in its source.
  fileprivate func hasVisibleDefault(for demand: Declaration) -> Bool {
    guard let proto = demand.context else { return false }
    return ancestors(of: proto).contains { name in
      (members[name] ?? []).contains { member in
        !member.isRequirement && member.isSame(as: demand) && member.contextRequirements.isEmpty
          && !member.availability.isUnavailable
          && (!member.effects.isAsync || demand.effects.isAsync)
          && (member.effects.thrown == nil || demand.effects.thrown != nil)
      }
    }
  }
}

extension Declaration {
  /// Whether it has the name and the types of another one, but for how these are qualified.
  fileprivate func isSame(as other: Declaration) -> Bool {
    signature == other.signature && kind == other.kind && isStatic == other.isStatic
      && parameters.map(\.type.unqualified) == other.parameters.map(\.type.unqualified)
      && type?.parts.type.unqualified == other.type?.parts.type.unqualified
  }
}

extension TypeExpression {
  fileprivate var unqualified: TypeExpression {
    map { part in
      guard case .named(let components) = part, let last = components.last else { return part }
      return components.count == 1 && last.name == "Void" ? .void : .named([last])
    }
  }
}

extension Declaration {
  /// Whether its name has an underscore, which by convention is not for clients; but conforming
  /// types need all requirements.
  var isUnderscored: Bool {
    if isRequirement { return false }
    if name.hasPrefix("_") { return kind != .protocol }
    return context?.contains("._") ?? false
  }
}

extension InterfaceIndex {
  /// Whether a member is there since its type conforms to a protocol, written or synthesized: clients
  /// see only the conformance, which is compared.
  func isWitness(_ member: Declaration) -> Bool {
    guard let type = member.context,
      let proto = StandardProtocols.witnesses[member.signature], types[type]?.kind != .protocol,
      (conformances[type] ?? []).contains(where: { conformance in
        conformance.proto.protocolNames.contains { ancestors(of: $0).contains(proto) }
      })
    else { return false }
    // Of all that are called `==`, only the one between two of a kind is.
    guard member.name == "==" else { return true }
    let operands = member.parameters.map(\.type)
    return operands.count == 2 && operands[0] == operands[1]
  }
}
