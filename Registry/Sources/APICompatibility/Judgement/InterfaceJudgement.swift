import SwiftInterface

extension InterfaceDifference {
  /// Compares what the modules of a package offer, declaration by declaration.
  ///
  /// - Parameter modules: Those that clients import, before and after. What these re-export counts
  ///   for them.
  package init(
    from old: InterfaceIndex,
    to new: InterfaceIndex,
    of modules: Set<String>
  ) {
    var changes: [InterfaceChange] = []
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
    (self.old, self.new, self.oldModules, self.newModules) = (old, new, oldModules, newModules)
    var moved: [String: String] = [:]
    for module in oldModules {
      for type in old.modules[module]?.declarations ?? []
      where type.context == nil && type.kind.isType && new.types["\(module).\(type.name)"] == nil {
        let target = newModules.sorted().map { "\($0).\(type.name)" }
          .first { new.types[$0] != nil }
        moved["\(module).\(type.name)"] = target
      }
    }
    before = Spelling(index: old, moved: moved)
    self.types = types.map { [before] types in (types, Set(types.map(before.target))) }
    after = Spelling(index: new)
  }

  /// A declaration and the module that it is in.
  struct Site {
    let declaration: Declaration
    let module: String
  }

  /// Those that may be the same before and after: overloads of one name.
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
      let found = OverloadJudgement(
        sites,
        news[group] ?? [],
        before,
        after,
        isReported: { isVisible($0, group.context) }
      ).changes
      changes += group.isUnderscored ? found.breaking([.conformers]) : found
    }
    return changes
      + ConformanceJudgement(before, after, oldModules, newModules, only: types?.new).changes
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
      where !declaration.isUnderscored && !index.isWitness(declaration) {
        if let types, !declaration.isPart(of: types, in: module) { continue }
        let group = Group(
          context: declaration.context.map(spelling.target),
          name: declaration.name,
          isStatic: declaration.isStatic,
          isOfType: declaration.kind.isType,
          isMacro: [.macro, .operator, .precedencegroup].contains(declaration.kind)
        )
        groups[group, default: []].append(Site(declaration: declaration, module: module))
      }
    }
    return groups
  }

  /// What clients notice of types of other modules of the package, which the modules that they import
  /// name: they call members, and name no type.
  ///
  /// - Parameter modules: Those that clients import, before and after.
  static func reached(
    from modules: Set<String>,
    _ old: InterfaceIndex,
    _ new: InterfaceIndex
  ) -> [InterfaceChange] {
    let shown = { (index: InterfaceIndex) in
      modules.reduce(into: Set<String>()) { $0.formUnion(index.exported(by: $1)) }
    }
    let types = old.reached(from: shown(old))
    guard !types.isEmpty else { return [] }
    let places = Set(types.map { String($0.prefix { $0 != "." }) })
    return InterfaceJudgement(old, new, places, places.union(shown(new)), only: types).changes
      .breaking([.callers, .values])
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
  /// Without those that break none of the clients.
  fileprivate func breaking(_ clients: Set<Rule.Client>) -> [InterfaceChange] {
    filter { change in
      guard change.level == .breaking, let rule = Rule.named(change.rule) else { return true }
      return !clients.isDisjoint(with: rule.clients)
    }
  }
}

extension Spelling {
  /// The qualified name of a type, where the newer state has it.
  func target(_ name: String) -> String {
    if moved.isEmpty { return name }
    let parts = name.split(separator: ".", maxSplits: 2)
    guard parts.count > 1, let target = moved["\(parts[0]).\(parts[1])"] else { return name }
    return parts.count > 2 ? "\(target).\(parts[2])" : target
  }

  /// The module of a qualified name.
  static func module(of name: String) -> String { String(name.prefix { $0 != "." }) }

  /// The reverse of ``target(_:)``.
  func original(_ name: String) -> String {
    moved.first { name == $0.value || name.hasPrefix("\($0.value).") }
      .map { $0.key + name.dropFirst($0.value.count) } ?? name
  }
}

extension Declaration {
  /// By convention, such names are not for clients; but conforming types need all requirements.
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
