import Git
import GitValues
import PublishedForm
import Workspace
import Writing

extension ReleaseCandidate {
  /// The candidate with files that its release commit writes into its folder.
  ///
  /// The edited tree is what the release is, so it is stored, and nothing leads to it before the
  /// commit does.
  ///
  /// - Parameter files: From the root of the repository.
  func writing(
    _ files: [PlannedFile],
    base: ReleaseBase,
    in repository: borrowing Repository
  ) throws -> ReleaseCandidate {
    if files.isEmpty { return self }
    var edits: [(path: TreePath, edit: TreeEdit)] = []
    for file in files {
      let mode = try repository.entry(at: file.path, in: base.tree)?.mode ?? .file
      let place = try TreePath(file.path.names[path.names.count...].joined(separator: "/"))
      edits.append((place, .put(try repository.writeBlob(file.new), mode)))
    }
    let tree = try repository.edit(form.tree, edits)
    let (form, listing) = try base.form(of: tree, at: path).form(in: repository)
    return ReleaseCandidate(
      name: name,
      path: path,
      source: source,
      log: log,
      form: form,
      requires: requires,
      edits: self.edits,
      content: .tree(listing)
    )
  }
}
