import Apps
package import Base
package import Content
import Git
package import Model
import Releases
import Versions
import Synchronization

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
    var tags = try TagList(of: names.subtracting(recorded.unread), in: workspace)
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
