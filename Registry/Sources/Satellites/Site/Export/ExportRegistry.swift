package import Base
import Content
package import Git
package import Model
import Releases
package import Sharing
import Synchronization
package import Versions

/// Writes a registry as plain files, which any web server or object store can serve.
///
/// Archives and manifests are written once and never touched. The list of a component is replaced
/// after everything that it names is on the disk, so that clients never see a release that is not
/// there, and a killed run is completed by the next one.
package struct ExportRegistry: Sendable {
  /// The folder as a person typed it.
  package var folder: String
  /// The URL at which clients find the files; `nil` for that of the last run.
  package var address: RegistryAddress?
  /// The releases that have pages of their own; `nil` for those of the last run, or all.
  package var releasePages: ReleasePages?
  /// Whether the result lists each release that was added and each path that changed; otherwise it
  /// counts them, which takes no memory for a million releases.
  package var listsChanges = false
  /// Told what is being done, if it takes a while.
  package var progress: @Sendable (OperationProgress) -> Void = { _ in }

  package init(to folder: String, address: RegistryAddress? = nil) {
    (self.folder, self.address) = (folder, address)
  }

  /// The numbers and the changes of an export.
  package struct Result: Sendable {
    package let folder: String
    /// The commit that was exported.
    package let commit: ObjectID
    /// The address of the registry; `nil` if the export does not know it.
    package let address: RegistryAddress?
    /// The number of components.
    package var components = 0
    /// The number of published releases.
    package var releases = 0
    /// The number of added releases.
    package var newReleases = 0
    /// These releases, if they are listed.
    package var added: [AddedRelease] = []
    /// The paths that a cache in front of the files must drop, from the folder, sorted, if they are
    /// listed.
    ///
    /// Archives and manifests are not among them, since they never change.
    package var changed: [String] = []
    /// The number of written files.
    package var files = 0
    /// The number of written bytes.
    package var size = 0
    /// Components with manifests for other versions of Swift, which clients find only by a header
    /// that plain files do not have.
    package var alternates: [ComponentName] = []
  }

  /// A release that the export did not have before.
  package struct AddedRelease: Hashable, Sendable {
    package let component: ComponentName
    package let version: SemanticVersion

    package init(component: ComponentName, version: SemanticVersion) {
      (self.component, self.version) = (component, version)
    }
  }

  /// Exports the newest commit; files that are the same stay as they are.
  package func run(in workspace: borrowing Workspace) throws(OperationError) -> Result {
    try unifyingErrors { try perform(in: workspace, isDry: false) }
  }

  /// The result that ``run(in:)`` would have; nothing is written.
  package func preview(in workspace: borrowing Workspace) throws(OperationError) -> Result {
    try unifyingErrors { try perform(in: workspace, isDry: true) }
  }

  /// How many components are written before their lists are.
  private static let batch = 256

  private func perform(in workspace: borrowing Workspace, isDry: Bool) throws -> Result {
    guard let tip = workspace.tip else { throw OperationError.noCommit() }
    try workspace.refuseServingNothing()
    let snapshot = try workspace.snapshot(at: tip)
    let folder = try ExportFolder(self.folder, isDry: isDry, listsChanges: listsChanges)
    let last = try folder.state()
    try last?.check(snapshot.manifest.scope, in: folder)
    let address = address ?? last?.address
    let signers = Self.signers(in: snapshot)
    var state = ExportState(
      commit: tip,
      scope: snapshot.manifest.scope,
      renderer: "\(PageEdition.fingerprint) \(HostFiles.fingerprint)"
        + (signers == nil ? "" : " signers"),
      address: address,
      pages: releasePages ?? last?.pages ?? .all
    )
    let documentation = try folder.documentation()
    let documented = documentation.components.map { "\($0) \(documentation.stamp(of: $0))" }
    state.documentation = documented.isEmpty ? "" : ExportDigest.text(of: documented)
    var result = Result(folder: folder.path, commit: tip, address: address)
    if let last, last.isFinal(for: state) {
      result.count(last)
      return result
    }
    // With another form, every file is compared.
    let same = last.flatMap { $0.hasForm(of: state) ? $0 : nil }
    let files = ComponentFiles(snapshot, in: folder, at: address, state.pages)
    let entries = snapshot.allComponents.filter { $0.log != nil }
    var summaries: [ComponentName: ComponentSummary] = [:]
    var recent = RecentReleases()
    var oldestPages: [ComponentName: SemanticVersion] = [:]
    let display = ExportDisplay("exporting components", entries.count, progress)
    for start in stride(from: 0, to: entries.count, by: Self.batch) {
      let part = Array(entries[start..<min(start + Self.batch, entries.count)])
      let written = part.concurrentMap(reading: workspace.repository.gitDirectory) {
        let report = try files.write($0, since: same?.components[$0.name], from: $1)
        display.advance()
        return report
      }
      for (entry, report) in zip(part, written) {
        let report = try report.get()
        state.components[entry.name] = report.component
        summaries[entry.name] = report.summary
        oldestPages[entry.name] = report.oldestPage
        for item in report.recent.items { recent.add(item) }
        result.newReleases += report.added.count
        if listsChanges { result.add(report, of: entry.name) }
      }
      try folder.writeLists()
    }
    var site = SiteFiles(
      snapshot,
      state,
      summaries,
      recent,
      oldestPages,
      documentation,
      in: folder,
      since: same
    )
    (site.signers, site.progress) = (signers, progress)
    try site.write(from: workspace, keeping: &state)
    try folder.finish(with: state)
    result.count(state)
    result.changed = folder.changed.sorted()
    result.files = folder.written.files
    result.size = folder.written.bytes
    return result
  }

  /// Returns the program that names the signers of releases; `nil` if none is signed, or if it is
  /// not installed.
  private static func signers(in snapshot: RegistrySnapshot) -> SignatureProgram? {
    guard snapshot.allComponents.contains(where: { $0.signatures != nil }),
      (try? SignatureProgram.checkAvailability()) != nil
    else { return nil }
    return SignatureProgram(roots: nil)
  }
}

extension ExportRegistry.Result {
  fileprivate mutating func add(_ report: ComponentFiles.Report, of name: ComponentName) {
    added += report.added.map { ExportRegistry.AddedRelease(component: name, version: $0) }
  }

  fileprivate mutating func count(_ state: ExportState) {
    components = state.components.count
    releases = state.components.values.reduce(0) { $0 + $1.releases }
    alternates = state.components.filter(\.value.hasAlternates).map(\.key).sorted()
  }
}

/// The releases that have pages of their own in an export, beside the page of their component.
package enum ReleasePages: Hashable, Sendable {
  case all
  /// So many of each component, and the one to recommend.
  case newest(Int)

  /// The oldest release with a page; `nil` if all have one.
  func oldest(of index: ReleaseIndex) -> SemanticVersion? {
    guard case .newest(let count) = self, index.releases.count > count else { return nil }
    let versions = [index.releases[count - 1].version, index.latest?.version]
    return versions.compactMap(\.self).min()
  }
}

/// The progress of a part of an export, on several threads.
final class ExportDisplay: Sendable {
  private let task: String
  private let total: Int
  private let completed = Mutex(0)
  private let progress: @Sendable (OperationProgress) -> Void

  init(_ task: String, _ total: Int, _ progress: @escaping @Sendable (OperationProgress) -> Void) {
    (self.task, self.total, self.progress) = (task, total, progress)
  }

  func advance() {
    let count = completed.withLock { count in
      count += 1
      return count
    }
    progress(OperationProgress(task, completed: count, total: total))
  }
}
