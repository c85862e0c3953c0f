import Base
package import Git
import ManifestEditor
import Model
package import Versions

/// Which targets leave a package, as which packages and in which order.
package struct Extraction: Sendable {
  /// A package that is made of targets, in a commit of its own.
  package struct Unit: Hashable, Sendable {
    package let name: ComponentName
    package let folder: TreePath
    /// By name, without tests.
    package let targets: [String]
    /// The test targets that go along.
    package internal(set) var tests: [String] = []
    /// Whether only tests need it, so that it is never released.
    package let isPrivate: Bool

    /// All targets that move.
    var all: Set<String> { Set(targets + tests) }
  }

  /// A test target that uses what moves, and stays.
  package struct StayingTest: Hashable, Sendable {
    package let name: String
    package let reason: String
  }

  /// What others depend on comes first.
  package internal(set) var units: [Unit] = []
  package private(set) var staying: [StayingTest] = []

  let package: SplitPackage
  /// The unit of each target, by their numbers in ``units``.
  var owners: [String: Int] = [:]

  /// - Parameters:
  ///   - roots: The targets that were asked for; `nil` for all.
  ///   - name: Of the one package for all of them; `nil` for a package each.
  ///   - parent: The folder for the new packages.
  init(
    of roots: [String]?,
    together name: ComponentName?,
    from package: SplitPackage,
    into parent: TreePath
  ) throws {
    self.package = package
    let closure = package.closure(
      of: roots ?? package.targets.values.filter { !$0.isTest }.map(\.name)
    )
    let helpers = package.helpers.subtracting(roots ?? [])
    var (moving, found) = ([String: Set<String>](), [StayingTest]())
    for test in package.tests where !test.needs.isDisjoint(with: closure) {
      let (needed, stop) = Self.following(test, closure, helpers, package)
      if let stop {
        found.append(StayingTest(name: test.name, reason: "it needs '\(stop)', which stays"))
      } else {
        moving[test.name] = needed
      }
    }
    // What only tests need goes along with the tests.
    let own = closure.subtracting(helpers)
    let helping = moving.values.reduce(closure.intersection(helpers)) { $0.union($1) }
    if let name {
      let targets = own.union(helping).sorted()
      units = [
        Unit(name: name, folder: Self.folder(name, parent), targets: targets, isPrivate: false)
      ]
    } else {
      units = try Self.groups(own, package).map { name, targets in
        Unit(name: name, folder: Self.folder(name, parent), targets: targets, isPrivate: false)
      }
      for helper in helping.sorted() {
        let name = try Self.name(helper, in: package)
        units.append(
          Unit(name: name, folder: Self.folder(name, parent), targets: [helper], isPrivate: true)
        )
      }
    }
    try sort()
    for test in package.tests where moving[test.name] != nil {
      if let reason = place(test) { found.append(StayingTest(name: test.name, reason: reason)) }
    }
    let used = Set(units.flatMap(\.tests).flatMap { moving[$0] ?? [] }).union(closure)
    units.removeAll { $0.isPrivate && used.isDisjoint(with: $0.targets) }
    try sort()
    staying = found.sorted { $0.name < $1.name }
  }

  private static func folder(_ name: ComponentName, _ parent: TreePath) -> TreePath {
    parent.appending(TreePath(unchecked: name.text))
  }

  /// The name for the package of a target: the target's own, or its words alone, as in `RopeModule`
  /// for `_RopeModule`, or `RopeModule-internal` where a target is called that.
  static func name(
    _ target: String,
    in package: SplitPackage
  ) throws(OperationError) -> ComponentName {
    do throws(OperationError) {
      return try ComponentName(own: target)
    } catch {
      let words = wordsOnly(target)
      let alike = package.targets.keys.filter { $0 != target && wordsOnly($0) == words }
      // If that is no name either, the error is about the target's own.
      if alike.allSatisfy({ $0 == words }),
        let name = try? ComponentName(alike.isEmpty ? words : "\(words)-internal")
      {
        return name
      }
      throw OperationError(
        OperationError(error).code,
        error.message,
        help: "name the package: 'registry extract \(target.shellQuoted) --together NAME'"
      )
    }
  }

  private static func wordsOnly(_ target: String) -> String {
    target.split { !$0.isASCII || !($0.isLetter || $0.isNumber) }.joined(separator: "-")
  }
}

extension Extraction {
  /// The helpers that a test brings along, and a target that stays if it needs one.
  private static func following(
    _ test: SplitTarget,
    _ closure: Set<String>,
    _ helpers: Set<String>,
    _ package: SplitPackage
  ) -> (helpers: Set<String>, stop: String?) {
    var open = test.needs.sorted()
    var found: Set<String> = []
    while let name = open.popLast() {
      if closure.contains(name) { continue }
      guard helpers.contains(name) else { return (found, name) }
      if found.insert(name).inserted { open += package.targets[name]?.needs.sorted() ?? [] }
    }
    return (found, nil)
  }

  /// Targets that must be in one package: macros, and what uses them.
  private static func groups(
    _ targets: Set<String>,
    _ package: SplitPackage
  ) throws -> [(name: ComponentName, targets: [String])] {
    var rest = targets
    var groups: [(name: ComponentName, targets: [String])] = []
    let isMacro = { (name: String) in package.targets[name]?.target.kind == .macro }
    while let first = rest.min() {
      var group: Set = [first]
      var open = [first]
      while let name = open.popLast() {
        let near =
          isMacro(name)
          ? package.dependents(of: name)
          : (package.targets[name]?.needs ?? []).filter(isMacro)
        open += near.intersection(targets).filter { group.insert($0).inserted }
      }
      rest.subtract(group)
      let named = group.filter { !isMacro($0) }
      guard named.count <= 1 else {
        let names = named.sorted().map { "'\($0)'" }.joined(separator: " and ")
        throw OperationError(
          .invalidPackage,
          "\(names) use one macro, which only the package that it is in can use",
          help: "let them go together: '--together NAME'"
        )
      }
      groups.append((try name(named.first ?? first, in: package), group.sorted()))
    }
    return groups
  }

  /// Puts what others depend on first, and by name where that leaves a choice.
  private mutating func sort() throws(OperationError) {
    var sorted: [Unit] = []
    var states: [String: Bool] = [:]
    let owners = Dictionary(
      units.flatMap { unit in unit.all.map { ($0, unit) } },
      uniquingKeysWith: { first, _ in first }
    )
    func visit(_ unit: Unit, below path: [String]) throws(OperationError) {
      let name = unit.name.text
      if let isDone = states[name] {
        if isDone { return }
        let cycle = (path.drop { $0 != name } + [name]).map { "'\($0)'" }
        throw OperationError(
          .dependencyCycle,
          "the packages would depend on each other: \(cycle.joined(separator: " → "))",
          help: "remove an import, or let them go together: '--together NAME'"
        )
      }
      states[name] = false
      let needs = unit.all.reduce(into: Set<String>()) {
        $0.formUnion(package.targets[$1]?.needs ?? [])
      }
      let next = Set(needs.compactMap { owners[$0] }).subtracting([unit])
      for other in next.sorted(by: { $0.name < $1.name }) {
        try visit(other, below: path + [name])
      }
      states[name] = true
      sorted.append(unit)
    }
    for unit in units.sorted(by: { $0.name < $1.name }) { try visit(unit, below: []) }
    units = sorted
    self.owners = [:]
    for (index, unit) in units.enumerated() {
      for target in unit.targets { self.owners[target] = index }
    }
  }
}
