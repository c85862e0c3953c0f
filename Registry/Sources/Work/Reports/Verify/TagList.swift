import Base
import Git
import Model
import Versions

/// The tags that are named like releases of these components, and the commits they lead to.
struct TagList {
  private(set) var targets: [String: ObjectID] = [:]
  /// The tags that adopted releases have, named in any way.
  private var adopted: [String: ObjectID] = [:]
  private(set) var findings: [Finding] = []
  private var releases: [String: (component: ComponentName, version: SemanticVersion)] = [:]

  /// - Parameter root: The component at the root, whose tags are versions alone.
  init(
    of components: Set<ComponentName>,
    root: ComponentName?,
    in workspace: borrowing Workspace
  ) throws {
    let names = Dictionary(uniqueKeysWithValues: components.map { ($0.text[...], $0) })
    let plain = root.map { TagNaming(of: $0, at: .root) }
    for reference in try workspace.repository.references(matching: "refs/tags/*") {
      let tag = reference.name.dropFirst("refs/tags/".count)
      let component: ComponentName
      let version: SemanticVersion
      if let slash = tag.firstIndex(of: "/") {
        guard let owner = names[tag[..<slash]],
          let found = try? SemanticVersion(String(tag[tag.index(after: slash)...]))
        else { continue }
        (component, version) = (owner, found)
      } else {
        guard let plain, let found = plain.version(of: tag) else { continue }
        (component, version) = (plain.component, found)
      }
      do throws(OperationError) {
        guard let found = try workspace.repository.tag(String(tag)) else { continue }
        targets[found.name] = found.target
        releases[found.name] = (component, version)
      } catch {
        findings.append(Finding(OperationError(error), of: component, version))
      }
    }
  }

  /// Looks up the tags that the releases of a log were adopted from.
  mutating func add(
    adoptedBy log: ReleaseLog,
    of component: ComponentName,
    in repository: borrowing Repository
  ) {
    for release in log.releases {
      let own = release.ownTag(of: component)
      guard let name = release.tag ?? (targets[own] == nil ? own : nil), adopted[name] == nil else {
        continue
      }
      do throws(OperationError) {
        adopted[name] = try repository.tag(name)?.target
      } catch {
        findings.append(Finding(OperationError(error), of: component, release.version))
      }
    }
  }

  /// The tags of a release that are here, and the commits that they lead to.
  func tags(of release: Release, of component: ComponentName) -> [String: ObjectID] {
    let own = release.ownTag(of: component)
    var tags: [String: ObjectID] = [:]
    tags[own] = targets[own] ?? adopted[own]
    if let name = release.tag { tags[name] = adopted[name] }
    return tags
  }

  /// How many tags were found.
  var count: Int { Set(targets.keys).union(adopted.keys).count }

  /// The tags that these logs do not account for.
  ///
  /// The log of the tagged commit tells them apart: a release of another branch is there, a record
  /// that this branch has lost is there too, and a tag that only looks like a release's has none.
  func strays(
    among logs: [ComponentName: ReleaseLog],
    at tip: ObjectID,
    in workspace: borrowing Workspace
  ) throws -> [Finding] {
    let strays = releases.filter { logs[$0.value.component]?.release($0.value.version) == nil }
    let targets = Set(strays.keys.compactMap { self.targets[$0] })
    var graph = CommitGraph()
    let own = try workspace.repository.ancestors(among: targets, of: tip, graph: &graph)
    return strays.compactMap { name, release -> Finding? in
      guard let target = self.targets[name] else { return nil }
      let state = try? workspace.state(at: target)
      let log = state.flatMap { try? workspace.log(of: release.component, in: $0) }
      if log?.release(release.version) == nil {
        // Versions were tagged there before there was a registry.
        if !name.contains("/") { return nil }
        return Finding(
          .strayTag,
          "the tag '\(name)' has the name of a release, but no such release is recorded",
          of: release.component,
          release.version,
          severity: .note
        )
      }
      guard own.contains(target) else { return nil }
      let path = workspace.logPath(of: release.component)
      return Finding(
        .missingRecord,
        "the record that the tagged commit of this branch added is missing",
        of: release.component,
        release.version,
        help: "put the line back: 'git show \(name):\(path)' has it"
      )
    }
  }
}
