package import Base
import Content
package import Model
import Releases
package import Versions

/// The releases that the branch has, newest first.
package struct Log: Sendable {
  package enum Order: String, CaseIterable, Sendable {
    /// The highest version first: what a reader of one component's releases looks for.
    case version
    /// The last one made first, which tells how backports and components interleaved.
    case date
  }

  private let names: [String]
  private let order: Order
  private let limit: Int?
  private let withNotes: Bool
  private let version: SemanticVersion?

  /// - Parameters:
  ///   - names: Components in a person's spelling; none means all that were ever released, those
  ///     that the manifest no longer lists included.
  ///   - limit: No more entries than this, of all components together.
  ///   - withNotes: Whether to read the changelog too.
  ///   - version: Only the release of this version, which each component must have.
  package init(
    of names: [String] = [],
    by order: Order,
    limit: Int? = nil,
    withNotes: Bool = false,
    version: SemanticVersion? = nil
  ) {
    self.version = version
    self.names = names
    self.order = order
    self.limit = limit
    self.withNotes = withNotes
  }

  package func run(in workspace: borrowing Workspace) throws(OperationError) -> [LogEntry] {
    let manifest = try workspace.currentManifest()
    guard let state = try workspace.committedState() else { return [] }
    var components = workspace.loggedComponents(in: state)
    if !names.isEmpty {
      components = []
      for name in names {
        components += try workspace.loggedComponents(matching: name, of: manifest, in: state)
      }
    }
    let notes = withNotes ? try notes(of: state, in: workspace) : nil
    var entries: [LogEntry] = []
    for component in Set(components) {
      let log = try workspace.log(of: component, in: state)
      let texts = notes?.entries(of: component, log.releases)
      var releases = log.releases
      if let version { releases = [try log.release(version, of: component)] }
      for release in releases {
        entries.append(
          LogEntry(
            component: component,
            release: release,
            yank: log.yank(of: release.version),
            notes: texts?[release.version]
          )
        )
      }
    }
    entries.sort(by: comesFirst)
    return limit.map { Array(entries.prefix($0)) } ?? entries
  }

  private func notes(
    of state: RegistryState,
    in workspace: borrowing Workspace
  ) throws(OperationError) -> ReleaseNotes? {
    guard case .commit(let commit, _) = state.origin else { return nil }
    return try workspace.releaseNotes(at: commit)
  }

  private func comesFirst(_ left: LogEntry, _ right: LogEntry) -> Bool {
    switch order {
    case .version:
      if left.component != right.component { return left.component < right.component }
      return left.release.version > right.release.version
    case .date:
      if left.release.date != right.release.date { return left.release.date > right.release.date }
      if left.component != right.component { return left.component < right.component }
      return left.release.version > right.release.version
    }
  }
}
