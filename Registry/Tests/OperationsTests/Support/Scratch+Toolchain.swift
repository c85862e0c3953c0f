import Base
import Checks
import Model
import Releases
import Versions
import ScratchMonorepos
import ScratchRepositories

extension Scratch {
  /// - Parameter version: `nil` for the lowest allowed one.
  @discardableResult
  func bump(
    _ name: String,
    _ version: String?,
    with toolchain: ScriptedToolchain,
    checksInterface: Bool = true,
    verification: ReleaseVerification = ReleaseVerification(.none),
    accepted: String? = nil,
    context: WriteContext = .test()
  ) throws -> ReleasePlan {
    let choice = try version.map { VersionChoice.exactly(try SemanticVersion($0)) }
    return try MakeReleases(
      component: name,
      version: choice ?? .lowestAllowed,
      checks: CandidateInspection(
        comparing: checksInterface ? toolchain : nil,
        accepted: accepted,
        building: verification.neighbours == .none ? nil : toolchain,
        verification: verification
      ),
      context: context
    ).run(in: workspace())
  }

  /// Releases versions of a component, with a change before each.
  func release(_ name: String, _ versions: [String]) throws {
    for version in versions {
      try change(name)
      try bump(name, version)
    }
  }

  /// The versions of the releases that a layout consists of, by component.
  func versions(of layout: ComponentLayout) throws -> [String: String] {
    var folders = layout.dependencies
    folders[layout.name] = layout.folder
    var versions: [String: String] = [:]
    for (name, folder) in folders {
      let release = try log(of: name).releases.last { $0.tree == folder.tree }
      versions[name] = release?.version.description ?? "unreleased"
    }
    return versions
  }
}

extension ClientLayout {
  /// The versions of its releases, by component.
  var versions: [String: String] {
    var versions = dependencies.map { ($0.key.text, "\($0.value.version)") }
    versions.append((component.text, "\(release.version)"))
    return Dictionary(uniqueKeysWithValues: versions)
  }
}
