import Git
import Model
import Versions

/// Records the state of repositories before the first mirrored commit, so that every clone creates
/// the same commits on top of it.
struct RecordMirrorStarts: WritingOperation {
  let starts: [ComponentName: MirrorStart]
  let context: WriteContext

  struct Result: WritingResult {
    let plan: WritePlan?
    var commit: ObjectID?
  }

  var task: String { "registry mirror" }
  /// What mirrors a repository may be a copy without working files.
  var allowsBareRepository: Bool { true }

  func plan(_ base: WriteBase, in workspace: borrowing Workspace) throws -> Result {
    var files: [PlannedFile] = []
    var lines: [String] = []
    for (name, start) in starts.sorted(by: { $0.key < $1.key }) {
      let path = workspace.mirrorStartPath(of: name)
      // A file that another run recorded first is kept.
      guard try workspace.content(of: path, in: base.tree) == nil else { continue }
      files.append(try base.file(path, start.text, in: workspace))
      lines.append("\(name) continues from \(start.commit)")
    }
    guard !files.isEmpty else { return Result(plan: nil) }
    let subject =
      files.count == 1
      ? "Record where the repository of \(starts.keys.min().map(\.text) ?? "") stood"
      : "Record where \(files.count) repositories stood"
    return Result(
      plan: WritePlan(
        .commit(
          files: files,
          message: "\(subject)\n\n\(lines.joined(separator: "\n"))\n"
        ),
        reason: "registry: record where mirrored repositories stood"
      )
    )
  }
}
