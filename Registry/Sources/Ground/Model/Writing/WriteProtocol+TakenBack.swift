import Base
import Git
import Versions

extension WriteProtocol {
  /// Puts right what another git has taken back, before anything is planned: what a plan finds
  /// released, pinned or to be refused follows from the records.
  ///
  /// - Returns: Whether there was something.
  @discardableResult
  func restoreWhatWasTakenBack(
    in workspace: borrowing Workspace,
    _ files: WriteFiles
  ) throws -> Bool {
    var attempts = Attempts(context)
    var hasFound = false
    while try TakenBack.find(in: workspace) != nil {
      hasFound = true
      if try restore(in: workspace, files) { break }
      try attempts.waitForNext()
    }
    return hasFound
  }

  /// - Returns: Whether it is done; `false` if another git has moved the branch.
  private func restore(
    in workspace: borrowing Workspace,
    _ files: WriteFiles
  ) throws -> Bool {
    try withExtendedLifetime(lock(files)) {
      try Repair(files: files, context: context).run(in: workspace.repository)
      var index: IndexLock? = try workspace.repository.lockIndex(within: context.lockLimit)
      let base = try workspace.writeBase(forTags: false)
      guard let found = try TakenBack.find(in: workspace) else { return true }
      let what = try found.names(in: workspace)
      if found.isCommitted {
        let restored = try found.files(base, in: workspace.repository)
        let logs = restored.map(\.path).filter { $0.parent == workspace.releasesPath }
        let names = logs.compactMap { Workspace.component(loggedIn: $0.name)?.text }
          .joined(separator: ", ")
        let write = Write(
          plan: WritePlan(
            .commit(
              files: restored,
              message: """
                Restore releases of \(names)

                Commit \(found.old.id.hex.prefix(12)) took them back: git had read its index before they
                were written.

                """
            ),
            reason: "registry: restore releases of \(names)"
          ),
          base: base,
          files: files,
          context: context,
          signing: try context.signing(in: workspace.repository)
        )
        guard try write.run(in: workspace, holding: &index) != nil else { return false }
        context.note(
          "note: commit '\(found.old.id.hex.prefix(12))' had taken back \(what): a new commit"
            + " restores it"
        )
      } else if let held = index.take() {
        let updates = try found.indexUpdates(in: workspace.repository)
        try WorkTree(of: workspace.repository).updateIndex(updates, holding: held)
        try held.release()
        context.note(
          "note: another git had put back an index without \(what): it is up to date again"
        )
      }
      return true
    }
  }
}
