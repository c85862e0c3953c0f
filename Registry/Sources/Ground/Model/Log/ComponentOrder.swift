package import Versions

/// The order in which releases leave the repository: a component after all that its releases depend on.
package enum ComponentOrder {
  /// The components that may leave at the same time, level by level.
  ///
  /// Releases of two components may each depend on an earlier one of the other; such components are
  /// in one level.
  package static func levels(of logs: [ComponentName: ReleaseLog]) -> [[ComponentName]] {
    var open = logs.mapValues { log in
      Set(log.releases.flatMap(\.requires.keys)).intersection(logs.keys)
    }
    var levels: [[ComponentName]] = []
    while !open.isEmpty {
      var level = Set(open.filter(\.value.isEmpty).keys)
      if level.isEmpty { level = circle(in: open) }
      for name in level { open[name] = nil }
      open = open.mapValues { $0.subtracting(level) }
      levels.append(level.sorted())
    }
    return levels
  }

  /// Components that depend on each other, and on no others of these.
  private static func circle(
    in open: [ComponentName: Set<ComponentName>]
  ) -> Set<ComponentName> {
    var smallest = Set(open.keys)
    for name in open.keys.sorted() where smallest.contains(name) {
      let reached = reach(of: name, in: open)
      if reached.count < smallest.count { smallest = reached }
    }
    return smallest
  }

  private static func reach(
    of name: ComponentName,
    in open: [ComponentName: Set<ComponentName>]
  ) -> Set<ComponentName> {
    var reached: Set<ComponentName> = []
    var next = [name]
    while let name = next.popLast() {
      next += (open[name] ?? []).filter { reached.insert($0).inserted }
    }
    return reached
  }
}
