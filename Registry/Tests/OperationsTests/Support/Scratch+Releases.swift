import Git
import Model
import Releases
import Versions
import ScratchMonorepos
import ScratchRepositories

/// A chain of components: `Menu`, `Kitchen` that depends on it, and `Table` that depends on that.
extension Scratch {
  /// - Parameter isReleased: Whether each of them stands at 1.0.0.
  func makeChain(isReleased: Bool = true) throws {
    try makeMonorepo(["Kitchen", "Menu", "Table"])
    try writePackage("Kitchen", dependsOn: ["../Menu"])
    try writePackage("Table", dependsOn: ["../Kitchen"])
    try commitAll("Depend on each other")
    guard isReleased else { return }
    for name in ["Menu", "Kitchen", "Table"] { try bump(name, "1.0.0") }
  }

  func plan(
    _ selection: String...,
    all: Bool = false,
    since: String? = nil,
    comparing: FakeInterfaces? = nil
  ) throws -> ReleasePlan {
    try PlanReleases(
      selection.map { try ReleaseSelection($0) },
      includesAll: all,
      since: since,
      comparing: comparing
    ).run(in: workspace())
  }

  @discardableResult
  func release(
    _ selection: String...,
    all: Bool = false,
    notes: String? = nil,
    comparing: FakeInterfaces? = nil
  ) throws -> ReleasePlan {
    let planning = PlanReleases(
      try selection.map { try ReleaseSelection($0) },
      includesAll: all,
      comparing: comparing
    )
    var releases = MakeReleases(
      planning,
      building: ScriptedToolchain(),
      verification: ReleaseVerification(.none),
      context: .test()
    )
    releases.notes = notes
    return try releases.run(in: workspace())
  }
}

extension ReleasePlan {
  /// A release in a few words, such as `Menu 1.0.0 → 1.1.0`.
  var words: [String] {
    releases.map { release in
      "\(release.component) \(release.last.map { "\($0) → " } ?? "")\(release.version)"
    }
  }
}
