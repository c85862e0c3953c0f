import Base
import Content
package import Git
package import Model
package import Versions

/// Withdraws a release: it is no longer chosen, but still built where it is pinned.
package struct YankRelease: WritingOperation {
  /// The component as it was typed.
  package var component: String
  package var version: SemanticVersion
  /// The reason for users who look why; not empty.
  package var reason: String
  package var context: WriteContext
  /// A server's repository has no working files, and needs none for this.
  package var allowsBareRepository = false
  /// Whether the result has the releases that cannot be resolved any more, for which all logs are read.
  package var findsLosses = true

  /// The greatest length of a reason in characters: clients and pages show it with every list.
  package static let longestReason = 500

  package init(
    component: String,
    version: SemanticVersion,
    reason: String,
    context: WriteContext = WriteContext()
  ) {
    self.component = component
    self.version = version
    self.reason = reason
    self.context = context
  }

  package struct Result: WritingResult {
    package let component: ComponentName
    /// The record; the first one, if the release was withdrawn already.
    package let yank: Yank
    /// The releases of others that cannot be resolved any more without it.
    package let unresolvable: [(component: ComponentName, version: SemanticVersion)]
    /// The help for these releases.
    package var help: String?
    /// The plan of the commit; `nil` if it was withdrawn already.
    package let plan: WritePlan?
    package var commit: ObjectID?
  }

  package var task: String {
    "registry yank \(component) \(version)"
  }

  package func plan(
    _ base: WriteBase,
    in workspace: borrowing Workspace
  ) throws -> Result {
    // Releases remain when their component is removed from the manifest, faulty ones too.
    let name = try workspace.loggedComponent(
      named: component,
      of: base.state.manifest,
      in: base.state
    )
    let reason = reason.split { $0.isNewline || $0 == "\t" }.joined(separator: " ")
    guard reason.contains(where: { !$0.isWhitespace }) else {
      throw OperationError(
        .noReason,
        "no reason is given for withdrawing '\(name)' \(version)",
        help: "say in a few words what is wrong with it"
      )
    }
    guard reason.count <= Self.longestReason else {
      throw OperationError(
        .reasonTooLong,
        "the reason for withdrawing '\(name)' \(version) has \(reason.count) characters, expected"
          + " at most \(Self.longestReason)",
        help: "shorten it, and publish the details elsewhere"
      )
    }
    guard !reason.unicodeScalars.contains(where: { $0.properties.generalCategory == .control })
    else {
      throw OperationError(
        .invalidReason,
        "the reason for withdrawing '\(name)' \(version) contains a control character",
        help: "write it as plain text"
      )
    }
    let log = try workspace.log(of: name, in: base.state)
    let release = try log.release(version, of: name)
    if let yank = log.yank(of: version) {
      return Result(component: name, yank: yank, unresolvable: [], plan: nil)
    }
    let yank = Yank(
      version: release.version,
      reason: reason,
      date: try RecordDate(secondsSince1970: Int(context.clock().seconds))
    )
    let withdrawn = try log.adding(.yank(yank))
    var files = [try base.file(workspace.logPath(of: name), withdrawn.text, in: workspace)]
    if let old = try workspace.text(of: Workspace.changelogPath, in: base.tree) {
      var changelog = Changelog(reading: old)
      changelog.restoreEntries(of: name, log)
      changelog.markYanked(release.version, of: name)
      if changelog.text != old {
        files.append(try base.file(Workspace.changelogPath, changelog.text, in: workspace))
      }
    }
    let manifest = base.state.manifest
    var document = base.state.document
    if let greatest = withdrawn.greatestAvailable?.version,
      manifest.components[name]?.version?.releaseKey == version.releaseKey
    {
      document = try document.setting(versions: [name: greatest])
    }
    if let baseline = try Self.endedBaseline(of: name, withdrawn, manifest, in: workspace) {
      document = try document.setting(baselines: [name: baseline])
    }
    if document.text != base.state.document.text {
      files.append(try base.file(workspace.manifestPath, document.text, in: workspace))
    }
    let missing = try ReleaseTags(
      manifest.tagNaming(of: name),
      among: workspace.repository.tagNames()
    )
    .missing(from: base, in: workspace)
    let plan = WritePlan(
      .commit(
        files: files,
        message: "Withdraw \(name) \(release.version)\n\n\(reason)\n",
        tags: missing.tags
      ),
      reason: "registry: withdraw \(name) \(release.version)"
    )
    let unresolvable = findsLosses ? try losses(by: withdrawn, of: name, base, in: workspace) : []
    var state = base.state
    state.replace(withdrawn, of: name)
    return Result(
      component: name,
      yank: yank,
      unresolvable: unresolvable,
      help: unresolvable.isEmpty
        ? nil
        : try ReleaseAdvice(state.manifest).help(replacing: name, in: state, in: workspace),
      plan: plan
    )
  }

  /// The releases that can be resolved until now, and not with this log.
  private func losses(
    by withdrawn: ReleaseLog,
    of name: ComponentName,
    _ base: WriteBase,
    in workspace: borrowing Workspace
  ) throws -> [(component: ComponentName, version: SemanticVersion)] {
    let names = workspace.loggedComponents(in: base.state)
    var logs: [ComponentName: ReleaseLog] = [:]
    // What cannot be read is no reason to leave a bad release.
    for (name, log) in zip(names, try workspace.readLogs(of: names, in: base.state)) {
      logs[name] = try? log.get()
    }
    var before = ResolvableReleases(logs)
    logs[name] = withdrawn
    var after = ResolvableReleases(logs)
    let known = Set(before.losses.map { "\($0.component) \($0.version)" })
    return after.losses.filter { !known.contains("\($0.component) \($0.version)") }
      .map { ($0.component, $0.version) }
  }
}

extension YankRelease {
  /// The baseline that withdrawn releases have ended, from which versions go on again; `nil` if there
  /// was none, or a greater release is left.
  ///
  /// The manifest had it in the commit that the first of them was made from.
  static func endedBaseline(
    of name: ComponentName,
    _ log: ReleaseLog,
    _ manifest: Manifest,
    in workspace: borrowing Workspace
  ) throws -> Baseline? {
    guard var component = manifest.components[name], component.baseline == nil,
      let source = log.newestWithdrawn.first?.source,
      try workspace.repository.header(of: source)?.kind == .commit,
      try workspace.content(
        of: workspace.manifestPath,
        in: workspace.repository.commit(source).tree
      ) != nil
    else { return nil }
    component.baseline = try workspace.state(at: source).manifest.components[name]?.baseline
    return log.baseline(of: component)
  }
}
