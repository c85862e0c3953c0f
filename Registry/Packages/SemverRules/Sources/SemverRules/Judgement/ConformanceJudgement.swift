/// Compares what types conform to and inherit from: own types, and those of others that extensions
/// make conform.
struct ConformanceJudgement {
  private let before: Spelling
  private let after: Spelling
  private let oldModules: Set<String>
  private let newModules: Set<String>
  /// The types that are compared, as the newer state names them; `nil` for all.
  private let types: Set<String>?

  init(
    _ before: Spelling,
    _ after: Spelling,
    _ oldModules: Set<String>,
    _ newModules: Set<String>,
    only types: Set<String>? = nil
  ) {
    self.types = types
    (self.before, self.after) = (before, after)
    (self.oldModules, self.newModules) = (oldModules, newModules)
  }

  private typealias Table = [String: [String: Conformance]]

  var changes: [InterfaceChange] {
    let (olds, news) = (table(before, oldModules), table(after, newModules))
    var changes: [InterfaceChange] = []
    for type in Set(olds.keys).union(news.keys).sorted() where isCompared(type) {
      // A type that comes or goes with the re-export of its module is told of as a whole.
      let wasOffered = oldModules.contains(Spelling.module(of: before.original(type)))
      let isOffered = newModules.contains(Spelling.module(of: type))
      if wasOffered != isOffered, (wasOffered ? news : olds)[type] == nil { continue }
      changes += judge(type, olds[type] ?? [:], news[type] ?? [:])
    }
    return changes
  }

  /// The conformances by type and protocol, the types as the newer state names them.
  private func table(_ spelling: Spelling, _ modules: Set<String>) -> Table {
    var table: Table = [:]
    for module in modules {
      guard let interface = spelling.index.modules[module] else { continue }
      for type in Set(interface.conformances.map(\.type)) {
        for conformance in spelling.index.conformances[type] ?? [] {
          guard let name = Self.name(of: conformance, spelling) else { continue }
          table[spelling.target(type), default: [:]][name] = conformance
        }
      }
    }
    return table
  }

  private static func name(of conformance: Conformance, _ spelling: Spelling) -> String? {
    if conformance.availability.isUnavailable { return nil }
    let name = conformance.proto.path.map(spelling.target) ?? "\(conformance.proto)"
    let last = name.split(separator: ".").last ?? ""
    // `SendableMetatype` accompanies `Sendable`.
    if last == "SendableMetatype" { return nil }
    if last.hasPrefix("_") {
      return spelling.index.types[conformance.proto.path ?? ""] == nil ? nil : name
    }
    // A raw type is no superclass: what an enumeration has by it is RawRepresentable.
    return spelling.index.types[conformance.type]?.kind == .enum
      && StandardProtocols.rawTypes.contains(name) ? nil : name
  }

  /// Whether conformances of the type are compared: not if the type itself is new, gone or for the
  /// compiler only.
  private func isCompared(_ type: String) -> Bool {
    if let types, !types.contains(type) { return false }
    let names = type.split(separator: ".").dropFirst()
    if types == nil, names.contains(where: { $0.hasPrefix("_") }) { return false }
    let module = String(type.prefix { $0 != "." })
    guard before.index.modules[module] != nil || after.index.modules[module] != nil else {
      return true
    }
    let (was, its) = (before.index.types[before.original(type)], after.index.types[type])
    return was != nil && was?.kind == its?.kind && its?.kind != .protocol
  }

  private func judge(
    _ type: String,
    _ olds: [String: Conformance],
    _ news: [String: Conformance]
  ) -> [InterfaceChange] {
    var changes: [InterfaceChange] = []
    let report = { (rule: Rule, phrase: String) in
      changes.append(change(of: type, rule, phrase))
    }
    let (oldNames, newNames) = (
      implied(by: olds.keys, before.index), implied(by: news.keys, after.index)
    )
    let inherited = Set(after.index.superclasses(of: type))
    for (name, old) in olds {
      if let new = news[name] {
        for (rule, phrase) in differences(canonical(old, before), canonical(new, after)) {
          report(rule, "\(phrase) \(short(name))")
        }
      } else if newNames.contains(name) || inherited.contains(name) {
        continue
      } else if name.hasPrefix("~") {
        report(.conformanceAdded, "is \(name.dropFirst().split(separator: ".").last ?? "") now")
      } else if name.contains("._") {
        if before.index.givesMembers(name, notIn: type, of: after) {
          report(.conformanceRemoved, "no longer conforms to \(short(name))")
        }
      } else if isClass(name, before.index) {
        report(.superclassRemoved, "no longer inherits from \(short(name))")
      } else {
        report(.conformanceRemoved, "no longer conforms to \(short(name))")
      }
    }
    for name in news.keys
    where olds[name] == nil && !oldNames.contains(name) && !name.contains("._") {
      if name.hasPrefix("~") {
        if !isConditional(name, news) {
          report(.copyableLost, "is no longer \(name.dropFirst().split(separator: ".").last ?? "")")
        }
      } else if isClass(name, after.index) {
        report(.superclassAdded, "inherits from \(short(name)) now")
      } else if after.index.implied(name, by: news.keys.filter { $0 != name }) {
        continue
      } else if name.hasSuffix(".Copyable") || name.hasSuffix(".Escapable") {
        continue
      } else {
        report(.conformanceAdded, "conforms to \(short(name)) now")
      }
    }
    return changes
  }

  private func canonical(_ conformance: Conformance, _ spelling: Spelling) -> Conformance {
    var result = conformance
    result.requirements = Set(
      conformance.requirements.map { spelling.canonical($0, in: conformance.type) }
    )
    return result
  }

  private func differences(_ old: Conformance, _ new: Conformance) -> [(Rule, String)] {
    if old == new { return [] }
    var found: [(Rule, String)] = []
    let (was, its) = (old.requirements, new.requirements)
    if its.contains(where: { !before.index.implies(was, $0) && !after.index.implies(was, $0) }) {
      found.append((.conformanceConditional, "has more conditions to conform to"))
    } else if was.contains(where: { !after.index.implies(its, $0) }) {
      found.append((.conformanceLessConditional, "has fewer conditions to conform to"))
    }
    if let actor = new.isolation, old.isolation != actor {
      found.append((.conformanceIsolated, "is on \(actor) only where it conforms to"))
    } else if old.isolation != nil, new.isolation == nil {
      found.append((.conformanceNonisolated, "is on no actor where it conforms to"))
    }
    if new.availability.platforms.contains(where: { name, platform in
      let since = [old.availability, after.index.types[new.type]?.availability]
        .compactMap { $0?.platforms[name]?.introduced }
      return before.index.oldestSystems.isNarrower(
        platform.introduced,
        than: since.max { $0.lexicographicallyPrecedes($1) },
        on: name
      )
    }) {
      found.append((.availabilityNarrowed, "is on newer systems only where it conforms to"))
    }
    return found
  }

  private func implied(by names: some Sequence<String>, _ index: InterfaceIndex) -> Set<String> {
    names.reduce(into: []) { all, name in
      all.formUnion(index.ancestors(of: name))
      all.formUnion(index.superclasses(of: name))
    }
  }

  /// `extension Box: Copyable where T: Copyable`: for what can be copied, nothing changes.
  private func isConditional(_ name: String, _ news: [String: Conformance]) -> Bool {
    news.keys.contains { $0.hasSuffix("." + (name.dropFirst().split(separator: ".").last ?? "")) }
  }

  private func isClass(_ name: String, _ index: InterfaceIndex) -> Bool {
    index.types[name]?.kind == .class
  }

  private func change(of type: String, _ rule: Rule, _ phrase: String) -> InterfaceChange {
    let declaration = after.index.types[type]
    let names = type.split(separator: ".").map(String.init)
    let place = names.dropFirst().joined(separator: ".")
    let isOwn = declaration != nil
    return InterfaceChange(
      rule,
      module: isOwn ? names[0] : newModules.min() ?? "",
      declaration: place,
      words: "\(declaration?.kind.rawValue ?? "type") \(place) \(phrase)"
    )
  }

  private func short(_ name: String) -> String {
    for module in ["Swift.", "_Concurrency."] where name.hasPrefix(module) {
      return String(name.dropFirst(module.count))
    }
    return name
  }
}

extension InterfaceIndex {
  /// Whether clients had members by an underscored protocol, or could pass a type for it, which they
  /// cannot any more.
  fileprivate func givesMembers(_ proto: String, notIn type: String, of after: Spelling) -> Bool {
    let before = Spelling(index: self)
    let isMissed = (members[proto] ?? []).contains { member in
      !member.isRequirement && !member.name.hasPrefix("_")
        && !(after.index.members[type] ?? []).contains { $0.signature == member.signature }
        && !after.index.inherits(member.as(memberOf: type), in: before)
    }
    return isMissed
      || modules.values.contains { module in
        module.declarations.contains { declaration in
          !declaration.isUnderscored && !declaration.name.hasPrefix("_")
            && declaration.asks(for: proto)
        }
      }
  }

  /// Whether one of the protocols inherits from another.
  func implied(_ name: String, by names: some Sequence<String>) -> Bool {
    names.contains { ancestors(of: $0).contains(name) }
  }
}

extension Declaration {
  fileprivate func `as`(memberOf type: String) -> Declaration {
    var copy = Declaration(kind, name, in: type)
    (copy.isStatic, copy.parameters, copy.type) = (isStatic, parameters, self.type)
    (copy.effects, copy.accessors, copy.generics) = (effects, accessors, generics)
    return copy
  }

  /// Whether values or types are asked for that conform to a protocol.
  fileprivate func asks(for proto: String) -> Bool {
    guard !kind.isNominal else { return false }
    var isAsked = false
    for parameter in parameters {
      parameter.type.eachName { isAsked = isAsked || TypeExpression.named($0).path == proto }
    }
    for case .conforms(_, let bound) in generics.requirements {
      isAsked = isAsked || bound.protocolNames.contains(proto)
    }
    return isAsked
  }
}
