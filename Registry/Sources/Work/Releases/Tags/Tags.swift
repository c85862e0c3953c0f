package import Git
package import Model
import Versions

/// Makes the tags of recorded releases that this clone lacks; a tag that is there stays as it is.
package struct Tags: WritingOperation {
  private let names: [String]
  package let context: WriteContext

  /// - Parameter names: Components in a person's spelling; none means all that were ever released.
  package init(of names: [String] = [], context: WriteContext = WriteContext()) {
    self.names = names
    self.context = context
  }

  package struct Result: WritingResult {
    /// That were made, or would be.
    package let tags: [String]
    /// That are missing still.
    package let unavailable: [UnavailableTag]
    /// `nil` if no tag can be made.
    package let plan: WritePlan?
    package var commit: ObjectID?
  }

  package var task: String { "registry tags" }

  package var isTagging: Bool { true }

  package func plan(_ base: WriteBase, in workspace: borrowing Workspace) throws -> Result {
    var missing = ReleaseTags.Missing()
    let tags = try workspace.repository.tagNames()
    for component in try workspace.loggedComponents(named: names, in: base.state) {
      let found = try ReleaseTags(of: component, among: tags)
        .missing(from: base, in: workspace)
      missing.tags += found.tags
      missing.unavailable += found.unavailable
    }
    return Result(
      tags: missing.tags.map(\.name),
      unavailable: missing.unavailable,
      plan: missing.tags.isEmpty
        ? nil : WritePlan(.tag(missing.tags), reason: "registry: restore tags")
    )
  }
}
