package import Base
import Content
import Git
import Model
import Releases
import Versions

/// Which releases are to be published.
package struct PublishSelection: Sendable {
  private let components: [String]
  private let versions: [(component: String, version: SemanticVersion)]
  private let since: String?

  /// - Parameters:
  ///   - texts: Names, groups, patterns, and releases such as `Payments@1.4.0`; none for all.
  ///   - since: A revision that has the releases that are left out.
  package init(_ texts: [String], since: String?) throws(OperationError) {
    var components: [String] = []
    var versions: [(component: String, version: SemanticVersion)] = []
    for text in texts {
      let parts = text.split(separator: "@", maxSplits: 1, omittingEmptySubsequences: false)
      guard parts.count == 2 else {
        components.append(text)
        continue
      }
      let version = try SemanticVersion(String(parts[1]))
      versions.append((String(parts[0]), version))
    }
    (self.components, self.versions, self.since) = (components, versions, since)
  }

  struct Chosen: Sendable {
    let log: ReleaseLog
    /// Oldest version first.
    var releases: [Release]
  }

  /// - Parameter target: The registry in the manifest; `nil` for one that takes all.
  func releases(
    of target: PublishTarget?,
    at state: RegistryState,
    in workspace: borrowing Workspace
  ) throws(OperationError) -> [ComponentName: Chosen] {
    var chosen: [ComponentName: Chosen] = [:]
    let isAll = components.isEmpty && versions.isEmpty
    var names: [ComponentName] = isAll ? workspace.loggedComponents(in: state) : []
    for text in components {
      names += try workspace.loggedComponents(matching: text, of: state.manifest, in: state)
    }
    if isAll, let target { names = names.filter(target.has) }
    let unique = Set(names).sorted()
    for (name, log) in zip(unique, try workspace.logs(of: unique, in: state)) {
      let published = try unifyingErrors { try log.published() }
      if !isAll, published.releases.isEmpty { try state.refuseInternal(name) }
      chosen[name] = Chosen(log: published, releases: published.releases)
    }
    if isAll, chosen.values.allSatisfy(\.releases.isEmpty) { try state.refuseAllInternal() }
    for (text, version) in versions {
      let name = try workspace.loggedComponent(named: text, of: state.manifest, in: state)
      if chosen[name]?.releases.contains(where: { $0.version == version }) == true { continue }
      let log = try workspace.log(of: name, in: state)
      let release = try log.release(version, of: name)
      if release.isInternal { throw .internalRelease(version, of: name) }
      chosen[name, default: Chosen(log: log, releases: [])].releases.append(release)
    }
    if let since { try remove(recordedAt: since, from: &chosen, in: workspace) }
    return chosen.filter { !$0.value.releases.isEmpty }
  }

  private func remove(
    recordedAt revision: String,
    from chosen: inout [ComponentName: Chosen],
    in workspace: borrowing Workspace
  ) throws(OperationError) {
    let commit = try workspace.repository.commit(named: revision)
    let state = try workspace.state(at: commit)
    let names = chosen.keys.sorted()
    for (name, log) in zip(names, try workspace.logs(of: names, in: state)) {
      chosen[name]?.releases.removeAll { log.release($0.version) != nil }
    }
  }
}
