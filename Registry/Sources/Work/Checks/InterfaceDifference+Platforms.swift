import SemverRules

extension InterfaceDifference {
  /// The differences on several platforms: what is not so on all of them says where.
  init(onEach platforms: [(target: BuildTarget, difference: InterfaceDifference)]) {
    let sets = platforms.map { Set($0.difference.changes) }
    let common = sets.dropFirst().reduce(sets.first ?? []) { $0.intersection($1) }
    var changes = Array(common)
    var gaps: [String] = []
    for (target, difference) in platforms {
      let name = target.name ?? "the host"
      changes += difference.changes.filter { !common.contains($0) }.map { $0.on(name) }
      gaps += difference.gaps
    }
    self.init(changes, gaps: gaps)
  }
}
