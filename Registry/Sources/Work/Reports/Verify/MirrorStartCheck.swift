import Base
import Git
import Model
import Versions

/// Checks the records of where repositories stood before anything was mirrored to them: every clone
/// makes other commits if one of them changes.
struct MirrorStartCheck {
  /// Of the components that the manifest lists or that have releases.
  let known: Set<ComponentName>
  /// A revision whose records must all be there as they were.
  let since: String?

  func findings(at tree: ObjectID, in workspace: borrowing Workspace) throws -> [Finding] {
    var findings: [Finding] = []
    let files = try workspace.mirrorStartFiles(in: tree)
    for (path, component, blob) in files {
      guard let component, known.contains(component) else {
        findings.append(
          Finding(
            .unknownFile,
            "'\(path)' does not record where the repository of a component stood",
            help: "such a record is named after its component, with the extension '.json'"
          )
        )
        continue
      }
      do {
        _ = try MirrorStart(
          reading: workspace.repository.blob(blob),
          file: path.description
        )
      } catch {
        findings.append(Finding(OperationError(error), of: component))
      }
    }
    return try findings + changes(since: files, in: workspace)
  }

  private func changes(
    since files: [(path: TreePath, component: ComponentName?, blob: ObjectID)],
    in workspace: borrowing Workspace
  ) throws -> [Finding] {
    guard let since else { return [] }
    let commit = try workspace.repository.commit(named: since)
    let earlier = try workspace.mirrorStartFiles(in: workspace.repository.commit(commit).tree)
    return earlier.compactMap { path, component, blob in
      let now = files.first { $0.path == path }
      guard now?.blob != blob else { return nil }
      // It may go where nothing was mirrored yet, and is recorded again by the next run.
      return Finding(
        .missingRecord,
        "'\(path)' was \(now == nil ? "removed" : "changed") since '\(since)'",
        of: component,
        severity: now == nil ? .note : .fault,
        help: "put it back unless nothing was mirrored yet: 'git checkout \(since) -- \(path)'"
      )
    }
  }
}
