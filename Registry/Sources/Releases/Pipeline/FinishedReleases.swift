import Git
import GitValues
import PublishedForm
import RegistryModel
import Workspace
import Writing

/// The result of a run of the pipeline, valid also for later commits that change nothing that it
/// depends on.
///
/// Planning takes longer than a commit of git, so a release could otherwise never catch up with a
/// branch that keeps moving.
struct FinishedReleases: Sendable {
  let outcome: ReleasePipeline.Outcome
  let request: ReleaseRequest
  /// The branch that it was planned from.
  let base: WriteBase

  /// The number of commits to examine, which takes no longer than planning again.
  private static let most = 200

  init(_ outcome: ReleasePipeline.Outcome, of request: ReleaseRequest, from base: WriteBase) {
    (self.outcome, self.request, self.base) = (outcome, request, base)
  }

  /// The same releases made from a later commit; `nil` if they have to be planned again.
  func rebased(
    onto new: WriteBase,
    in workspace: borrowing Workspace
  ) throws -> ReleasePipeline.Outcome? {
    guard let plan = outcome.plan, new.branch == base.branch,
      new.isCheckedOut == base.isCheckedOut,
      try areUntouched(paths(in: workspace), until: new.tip, in: workspace.repository)
    else { return nil }
    // Planning takes tags into account, and a fetch may have added one since then.
    let tags = try workspace.repository.tagNames()
    for tag in plan.tags {
      guard (try? WriteCheck.check(tag, among: tags, in: workspace.repository)) != nil else {
        return nil
      }
    }
    var releases = outcome.releases
    releases.tip = new.tip
    for index in releases.steps.indices {
      releases.steps[index].prepared.release.source = new.tip
    }
    guard let files = files(of: plan, with: releases, in: workspace) else { return nil }
    let objects = try ReleaseWriting.objects(
      of: releases.steps.map(\.prepared),
      on: new.tip,
      in: workspace.repository
    )
    return ReleasePipeline.Outcome(
      releases: releases,
      plan: plan.replacing(files: files, reliesOn: objects)
    )
  }

  /// Whether no commit since the base changed one of the paths.
  ///
  /// A change that was reverted counts too, because the changelog lists it; and so does any merge,
  /// whose commits are not examined.
  private func areUntouched(
    _ paths: [TreePath]?,
    until tip: ObjectID,
    in repository: borrowing Repository
  ) throws -> Bool {
    let entries = try paths?.map { try repository.entry(at: $0, in: base.tree) }
    var (id, checked) = (tip, base.tree)
    for _ in 0..<Self.most {
      if id == base.tip { return true }
      let commit = try repository.commit(id)
      guard commit.parents.count == 1 else { return false }
      if commit.tree != checked {
        guard let paths, let entries else { return false }
        for (path, entry) in zip(paths, entries) {
          guard try repository.entry(at: path, in: commit.tree) == entry else { return false }
        }
        checked = commit.tree
      }
      id = commit.parents[0]
    }
    return false
  }

  /// The planned files, with the new source in the records.
  private func files(
    of plan: WritePlan,
    with releases: ReleasePlan,
    in workspace: borrowing Workspace
  ) -> [PlannedFile]? {
    var files = plan.files
    for (old, new) in zip(outcome.releases.steps, releases.steps) {
      let path = workspace.logPath(of: old.name)
      let (line, newLine) = (old.prepared.line, new.prepared.line)
      guard let index = files.firstIndex(where: { $0.path == path }),
        files[index].new.suffix(line.count) == line[...]
      else { return nil }
      let file = files[index]
      let text = file.new.dropLast(line.count) + newLine
      files[index] = PlannedFile(path: path, old: file.old, new: Array(text))
    }
    return files
  }

  /// The files and folders that the releases depend on; `nil` for all there are.
  private func paths(in workspace: borrowing Workspace) throws -> [TreePath]? {
    // A list of changed components depends on every component.
    guard case .component = request, let step = outcome.releases.steps.first else { return nil }
    var releases = [step.prepared.release]
    var folders = [step.path]
    // A dependency may not have unreleased changes.
    for name in step.prepared.release.requires.keys.sorted() {
      guard let component = base.state.manifest.components[name],
        let release = try workspace.log(of: name, in: base.state).currentRelease
      else { return nil }
      releases.append(release)
      folders.append(component.path)
    }
    // Files that are published in place of links, left-out targets of links, and private components
    // that tests need can be anywhere.
    guard releases.allSatisfy({ $0.files.isEmpty && $0.omits.isEmpty && $0.cuts.isEmpty }) else {
      return nil
    }
    // The attributes of the folders above decide what is published.
    let above = Set(folders.flatMap(\.ancestors) + [.root])
    return folders + above.map { $0.appending(MergeAttributes.path) }
      + releases.flatMap(\.adds.keys) + step.prepared.editedFiles.keys
      + [workspace.manifestPath, workspace.releasesPath, Workspace.changelogPath]
  }
}

extension PreparedRelease {
  /// The line of the record in the log, with its newline.
  fileprivate var line: [UInt8] { Array("\(LogRecord.release(release).line)\n".utf8) }
}
