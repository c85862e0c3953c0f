import Apps
package import Base
package import Content
import Git
package import Model
import Releases
import Synchronization
import Versions

/// Checks the committed logs, manifest, resolution, trees, archives, sources and tags against each
/// other.
///
/// Every archive is created again and hashed, on all processors; nothing is remembered between runs,
/// so a clean result is about the repository as it is now.
package struct Verify: Sendable {
  /// So many checks at a time are few enough to share them out evenly.
  private static let batch = 64

  private let since: String?
  /// In DER; `nil` for those that the manifest names.
  private let roots: [[UInt8]]?
  private let checking: @Sendable (_ roots: [[UInt8]]?) -> SignatureChecks
  private let progress: @Sendable (OperationProgress) -> Void

  /// - Parameters:
  ///   - since: A revision whose records must all still be there.
  ///   - roots: The certificates in DER that signatures must lead to; `nil` for those that the manifest
  ///     names.
  ///   - checking: What checks signatures, for certain roots or any.
  package init(
    since: String? = nil,
    roots: [[UInt8]]? = nil,
    progress: @escaping @Sendable (OperationProgress) -> Void = { _ in },
    checking: @escaping @Sendable (_ roots: [[UInt8]]?) -> SignatureChecks = {
      SignatureProgram(roots: $0).check
    }
  ) {
    self.since = since
    (self.roots, self.checking) = (roots, checking)
    self.progress = progress
  }

  /// - Throws: Where there is nothing to verify: no commit, no manifest, or one that is malformed.
  package func run(in workspace: borrowing Workspace) throws(OperationError) -> Verification {
    guard let tip = workspace.tip else {
      throw OperationError.noCommit("nothing to verify", help: nil)
    }
    return try unifyingErrors { try verification(of: tip, in: workspace) }
  }

  private func verification(
    of tip: ObjectID,
    in workspace: borrowing Workspace
  ) throws -> Verification {
    let state = try workspace.state(at: tip)
    let tree = try workspace.repository.commit(tip).tree
    let recorded = RecordedLogs(of: state, in: workspace)
    let (manifest, logs) = (state.manifest, recorded.logs)
    let names = Set(logs.keys).union(manifest.components.keys)
    var verification = Verification(components: names.count)
    verification.findings += recorded.findings
    verification.findings += try ManifestComparison(state: state, recorded: recorded)
      .findings(in: workspace)
    verification.findings += pinFindings(of: state, recorded, in: workspace)
    verification.findings += FolderCheck(
      manifest: manifest,
      released: Set(logs.filter { !$1.releases.isEmpty }.keys).union(recorded.unread),
      manifestPath: workspace.manifestPath,
      tree: tree
    ).findings(in: workspace.repository)
    verification.findings += try changelogFindings(logs, at: tip, in: workspace)
    verification.findings += try uncommittedData(in: workspace)
    // What was never released has no log, and may have tags that say otherwise.
    var tags = try TagList(
      of: names.subtracting(recorded.unread),
      root: manifest.rootComponent,
      in: workspace
    )
    for (name, log) in logs { tags.add(adoptedBy: log, of: name, in: workspace.repository) }
    verification.findings += tags.findings
    verification.tags = tags.count
    verification.findings += try tags.strays(among: logs, at: tip, in: workspace)
    if let since {
      let history = try HistoryCheck(since: since).run(in: workspace, logs)
      verification.findings += history.findings
      verification.earlierRecords = history.records
    }
    verification.findings += try MirrorStartCheck(known: names.union(recorded.unread), since: since)
      .findings(at: tree, in: workspace)
    try verifySignatures(of: logs, manifest, in: tree, workspace, &verification)
    verification.findings += try GitFileRules.refusals(anywhereIn: tree, in: workspace.repository)
      .map { Finding($0.error, of: nil) }
    let checks = logs.sorted { $0.key < $1.key }.flatMap { name, log in
      log.releases.map { release in
        ReleaseCheck(
          component: name,
          path: manifest.components[name]?.path,
          release: release,
          tags: tags.tags(of: release, of: name)
        )
      }
    }
    verification.releases = checks.count
    verification.findings += try findings(of: checks, in: workspace)
    verification.sortFindings()
    return verification
  }

  /// The findings of many checks, made on all processors.
  private func findings(
    of checks: [ReleaseCheck],
    in workspace: borrowing Workspace
  ) throws -> [Finding] {
    // Neighbors have most of their trees in common.
    let batches = stride(from: 0, to: checks.count, by: Self.batch).map { start in
      Array(checks[start..<min(start + Self.batch, checks.count)])
    }
    let manifestPath = workspace.manifestPath
    let finished = Mutex(0)
    let found = batches.concurrentMap(reading: workspace.repository.gitDirectory) {
      batch,
      repository in
      var findings: [Finding] = []
      let trees = CommitTrees(manifest: manifestPath)
      for check in batch {
        findings += check.findings(in: repository, trees)
        let completed = finished.withLock { finished in
          finished += 1
          return finished
        }
        progress(OperationProgress("verifying", completed: completed, total: checks.count))
      }
      return findings
    }
    return try found.flatMap { try $0.get() }
  }

  private func verifySignatures(
    of logs: [ComponentName: ReleaseLog],
    _ manifest: Manifest,
    in tree: ObjectID,
    _ workspace: borrowing Workspace,
    _ verification: inout Verification
  ) throws {
    var roots = self.roots
    do throws(OperationError) {
      if roots == nil { roots = try workspace.signingRoots(of: manifest, in: tree) }
    } catch {
      verification.findings.append(Finding(error, of: nil))
    }
    let signatures = try SignatureFindings(
      of: logs,
      manifest,
      in: tree,
      hasRoots: roots != nil || !manifest.signingRoots.isEmpty,
      checks: checking(roots),
      workspace
    )
    verification.findings += signatures.findings
    verification.findings += try signatures.faults(in: workspace.repository)
    verification.signatures = signatures.count
  }

  private func pinFindings(
    of state: RegistryState,
    _ logs: RecordedLogs,
    in workspace: borrowing Workspace
  ) -> [Finding] {
    var findings: [Finding] = []
    var resolved = ResolvedReleases()
    do throws(OperationError) {
      resolved = try workspace.resolved(in: state)
    } catch {
      findings.append(Finding(error, of: nil))
    }
    return findings
      + PinComparison(
        manifest: state.manifest,
        recorded: logs,
        resolved: resolved,
        resolvedPath: workspace.resolvedPath
      ).findings
  }

  private func changelogFindings(
    _ logs: [ComponentName: ReleaseLog],
    at tip: ObjectID,
    in workspace: borrowing Workspace
  ) throws -> [Finding] {
    let notes = try workspace.releaseNotes(at: tip)
    return logs.flatMap { name, log in
      notes.mixedUp(of: name, log.releases).map { release in
        Finding(
          .changelogMismatch,
          "a merge has mixed up its entry in the changelog with that of another release",
          of: name,
          release.version,
          severity: .note,
          help: "put what 'registry log \(name) \(release.version) --format markdown' prints"
            + " below its heading, or let the next release of '\(name)' do it"
        )
      }
    }
  }

  private func uncommittedData(in workspace: borrowing Workspace) throws -> [Finding] {
    guard !workspace.repository.isBare else { return [] }
    let paths = [workspace.manifestPath, workspace.releasesPath, workspace.resolvedPath]
    return try WorkTree(of: workspace.repository).status(of: paths).map { file in
      Finding(
        .uncommittedData,
        "'\(file.path)' has uncommitted changes, which are not verified",
        severity: .note
      )
    }
  }
}

/// The result of a verification: what was checked, and the findings.
package struct Verification: Hashable, Sendable {
  /// The number of components that have a log or are in the manifest.
  package var components = 0
  /// The number of releases in the logs.
  package var releases = 0
  /// The number of tags that were checked.
  package var tags = 0
  /// The number of signed releases.
  package var signatures = 0
  /// The number of records of an earlier commit that were looked for; `nil` if none was asked
  /// about.
  package var earlierRecords: Int?
  /// The findings by component, version and code; those about the whole come first.
  package var findings: [Finding] = []

  /// Whether there is no fault.
  package var isSound: Bool {
    findings.allSatisfy { $0.severity != .fault }
  }

  mutating func sortFindings() {
    func key(_ finding: Finding) -> (String, SemanticVersion, String, String) {
      (
        finding.component?.text ?? "", finding.version ?? SemanticVersion(0, 0, 0),
        finding.code.rawValue, finding.message
      )
    }
    findings.sort { key($0) < key($1) }
  }
}

/// The logs that a commit has, as far as they can be read.
struct RecordedLogs {
  private(set) var logs: [ComponentName: ReleaseLog] = [:]
  /// Whose logs cannot be read, so that nothing else can be said of their releases.
  private(set) var unread: Set<ComponentName> = []
  private(set) var findings: [Finding] = []

  init(of state: RegistryState, in workspace: borrowing Workspace) {
    for name in workspace.loggedComponents(in: state) {
      do throws(OperationError) {
        logs[name] = try workspace.log(of: name, in: state)
      } catch {
        unread.insert(name)
        findings.append(Finding(error, of: name))
      }
      if state.manifest.components[name] == nil {
        findings.append(
          Finding(
            .retiredComponent,
            "the manifest no longer lists the component; its releases remain",
            of: name,
            severity: .note
          )
        )
      }
    }
    for file in state.logBlobs.keys.sorted() where Workspace.component(loggedIn: file) == nil {
      findings.append(
        Finding(
          .unknownFile,
          "'\(workspace.releasesPath)/\(file)' is not the release log of a component",
          help: "a release log is named after its component, with the extension '.jsonl'"
        )
      )
    }
  }
}

/// Checks that every record of an earlier commit still exists.
struct HistoryCheck {
  let since: String

  func run(
    in workspace: borrowing Workspace,
    _ logs: [ComponentName: ReleaseLog]
  ) throws(OperationError) -> (records: Int, findings: [Finding]) {
    let commit = try workspace.repository.commit(named: since)
    let state: RegistryState
    do throws(OperationError) {
      state = try workspace.state(at: commit)
    } catch  where error.code == .noManifest {
      // There was no registry yet, so there is nothing to have lost.
      return (0, [])
    }
    var records = 0
    var findings: [Finding] = []
    for name in workspace.loggedComponents(in: state) {
      let earlier = try workspace.log(of: name, in: state)
      records += earlier.text.utf8.split(separator: UInt8(ascii: "\n")).count
      let now = logs[name] ?? ReleaseLog(file: earlier.file)
      for record in now.records(missingSince: earlier) {
        findings.append(finding(of: name, record, in: workspace.logPath(of: name)))
      }
    }
    return (records, findings)
  }

  private func finding(
    of component: ComponentName,
    _ record: LogRecord,
    in path: TreePath
  ) -> Finding {
    let (version, content) =
      switch record {
      case .release(let release): (release.version, "")
      case .yank(let yank): (yank.version, " that it is withdrawn")
      }
    return Finding(
      .missingRecord,
      "the record at '\(since)'\(content) was changed or removed",
      of: component,
      version,
      help: "put the line back: 'git show \(since):\(path)' has it"
    )
  }
}

/// Checks that the folders in the manifest exist in the commit.
///
/// A component that was released may have left the branch and be listed for those releases alone,
/// which a pinned tree puts into its folder.
struct FolderCheck {
  let manifest: Manifest
  /// The components that were released.
  let released: Set<ComponentName>
  /// As it is to be called in messages.
  let manifestPath: TreePath
  /// The tree of the commit.
  let tree: ObjectID

  func findings(in repository: borrowing Repository) -> [Finding] {
    var findings: [Finding] = []
    var gone: [TreePath] = []
    for (name, component) in manifest.components.sorted(by: { $0.key < $1.key }) {
      let message = "there is no folder '\(component.path)' in the newest commit"
      let severity: Finding.Severity = released.contains(name) ? .note : .fault
      let found = check(component.path, of: name, severity, message, in: repository)
      if !found.isEmpty, severity == .note { gone.append(component.path) }
      findings += found
    }
    for (name, app) in manifest.apps.sorted(by: { $0.key < $1.key }) {
      let message = "there is no folder '\(app.path)' of '\(name)' in the newest commit"
      // An app in the folder of a component leaves with it.
      if gone.contains(where: { app.path.isInside($0) }) { continue }
      findings += check(app.path, of: nil, .fault, message, in: repository)
    }
    return findings
  }

  private func check(
    _ path: TreePath,
    of component: ComponentName?,
    _ severity: Finding.Severity,
    _ message: String,
    in repository: borrowing Repository
  ) -> [Finding] {
    do {
      if try repository.tree(at: path, in: tree) != nil { return [] }
    } catch {
      return [Finding(OperationError(error), of: component)]
    }
    return [
      Finding(
        .missingFolder,
        message,
        of: component,
        severity: severity,
        help: component.map {
          "commit it, or, if it has moved, record that: 'registry move \($0) FOLDER'"
        } ?? "commit it, or correct the path in '\(manifestPath)'"
      )
    ]
  }
}

/// Checks the records of where repositories stood before anything was mirrored to them: every clone
/// makes other commits if one of them changes.
struct MirrorStartCheck {
  /// The components that the manifest lists or that have releases.
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
