import Git
import RegistryModel
import Versioning

/// The tags that are named like releases of these components, and the commits they lead to.
struct TagList {
  private(set) var targets: [String: ObjectID] = [:]
  private(set) var findings: [Finding] = []
  private var releases: [String: (component: ComponentName, version: SemanticVersion)] = [:]

  init(
    of components: Set<ComponentName>,
    in workspace: borrowing Workspace
  ) throws(OperationError) {
    let names = Dictionary(uniqueKeysWithValues: components.map { ($0.text[...], $0) })
    let references = try unifyingErrors {
      try workspace.repository.references(matching: "refs/tags/*/*")
    }
    for reference in references {
      let tag = reference.name.dropFirst("refs/tags/".count)
      guard let slash = tag.firstIndex(of: "/"), let component = names[tag[..<slash]],
        let version = try? SemanticVersion(String(tag[tag.index(after: slash)...]))
      else { continue }
      do throws(GitError) {
        guard let found = try workspace.repository.tag(String(tag)) else { continue }
        targets[found.name] = found.target
        releases[found.name] = (component, version)
      } catch {
        findings.append(Finding(OperationError(error), of: component, version))
      }
    }
  }

  /// The tags that neither these logs nor that of the tagged commit account for: releases of other
  /// branches are in the latter.
  func strays(
    among logs: [ComponentName: ReleaseLog],
    in workspace: borrowing Workspace
  ) -> [Finding] {
    var strays: [Finding] = []
    for (name, target) in targets {
      guard let (component, version) = releases[name], logs[component]?.release(version) == nil
      else { continue }
      let state = try? workspace.state(at: target)
      let log = state.flatMap { try? workspace.log(of: component, in: $0) }
      guard log?.release(version) == nil else { continue }
      strays.append(
        Finding(
          .strayTag,
          "the tag '\(name)' is named like a release, and none is recorded",
          of: component,
          version,
          severity: .note
        )
      )
    }
    return strays
  }
}
