import Git
import RegistryModel
import Versioning

/// Makes the tags of recorded releases that this clone lacks; a tag that is there stays as it is.
package struct Tags: Sendable {
  private let names: [String]
  private let context: WriteContext

  /// - Parameter names: Components in a person's spelling; none means all of them.
  package init(of names: [String] = [], context: WriteContext = WriteContext()) {
    self.names = names
    self.context = context
  }

  package struct Result: Hashable, Sendable {
    /// That were made.
    package let tags: [String]
    /// That are missing still: the commits that recorded them are not in the branch's history, as
    /// in a shallow clone.
    package let unavailable: [String]
  }

  package func run(in workspace: borrowing Workspace) throws(OperationError) -> Result {
    // Nothing is written, not even a lock, where there is nothing to make.
    guard try !missing(in: workspace).isEmpty else { return Result(tags: [], unavailable: []) }
    return try unifyingErrors {
      let files = WriteFiles(workspace.repository)
      let lock = try WriteLock.take(
        at: files.lock,
        for: "registry tags",
        limit: context.lockLimit,
        waiting: context.progress
      )
      return try withExtendedLifetime(lock) {
        try Repair(notePath: files.note, failures: context.failures).run(in: workspace.repository)
        var made: [String] = []
        for component in try components(in: workspace) {
          made += try ReleaseTags(component: component).restoreMissing(in: workspace)
        }
        return Result(tags: made.sorted(), unavailable: try missing(in: workspace))
      }
    }
  }

  /// What ``run(in:)`` would make now, as far as the commits are there; nothing is made.
  package func preview(in workspace: borrowing Workspace) throws(OperationError) -> Result {
    Result(tags: try missing(in: workspace), unavailable: [])
  }

  /// The tags of recorded releases that are not here, by name.
  private func missing(in workspace: borrowing Workspace) throws(OperationError) -> [String] {
    guard let state = try workspace.committedState() else { return [] }
    let references = try unifyingErrors {
      try workspace.repository.references(matching: "refs/tags/*/*")
    }
    let present = Set(references.map { $0.name.dropFirst("refs/tags/".count) })
    var missing: [String] = []
    for component in try components(in: workspace) {
      for release in try workspace.log(of: component, in: state).releases {
        let tag = releaseTag(component, release.version)
        if !present.contains(tag[...]) { missing.append(tag) }
      }
    }
    return missing
  }

  private func components(
    in workspace: borrowing Workspace
  ) throws(OperationError) -> [ComponentName] {
    guard let state = try workspace.committedState() else { return [] }
    guard !names.isEmpty else { return workspace.loggedComponents(in: state) }
    return try unifyingErrors {
      try names.map { try state.manifest.component(named: $0).name }
    }
  }
}
