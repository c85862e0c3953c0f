import Files
import Git
import GitValues
import Workspace

extension WriteProtocol {
  /// Puts right what another git has taken back, so that the write need not be refused.
  ///
  /// - Returns: Whether there was something, and the write is to be tried again.
  func restoreWhatWasTakenBack(
    in workspace: borrowing Workspace,
    _ files: WriteFiles
  ) throws -> Bool {
    guard target == nil, try TakenBack.find(in: workspace) != nil else { return false }
    return try withExtendedLifetime(lock(files)) {
      try Repair(notePath: files.note, context: context).run(in: workspace.repository)
      var index: IndexLock? = try workspace.repository.lockIndex(within: context.lockLimit)
      let base = try workspace.writeBase(forTags: false)
      switch try TakenBack.find(in: workspace) {
      case nil: break
      case .staged(let old):
        let updates = try TakenBack.indexUpdates(since: old, base, in: workspace.repository)
        context.progress(
          "git had put back an index without the last release: it is up to date again"
        )
        if let held = index.take() {
          try workspace.repository.updateIndex(updates, holding: held)
          try held.release()
        }
      case .committed(let commit, let parent):
        let restored = try TakenBack.files(
          takenBackBy: commit,
          parent: parent,
          base,
          in: workspace.repository
        )
        let logs = restored.map(\.path).filter { $0.parent == workspace.releasesPath }
        let names = logs.compactMap { $0.name.split(separator: ".").first }.joined(separator: ", ")
        context.progress(
          "commit '\(commit.id.hex.prefix(12))' had taken back releases of \(names): they are"
            + " restored"
        )
        let write = Write(
          plan: WritePlan(
            .commit(
              files: restored,
              message: """
                Restore releases of \(names)

                Commit \(commit.id.hex.prefix(12)) took them back: git had read its index before they
                were written.

                """,
              tags: []
            ),
            reason: "registry: restore releases of \(names)"
          ),
          base: base,
          files: files,
          context: context,
          signing: try context.signing(in: workspace.repository)
        )
        // If another git has moved the branch, the next attempt finds it again.
        _ = try write.run(in: workspace, holding: &index)
      }
      return true
    }
  }
}
