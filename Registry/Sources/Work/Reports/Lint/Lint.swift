import Apps
package import Base
package import Content
import Git
import ManifestEditor
import ManifestForms
package import Model
import Releases
import Versions

/// Checks the newest commit for all that prevents the release of its components or the build of its
/// apps from pins.
package struct Lint: Sendable {
  private let now: RecordDate

  /// - Parameter secondsSince1970: The time by which exceptions to the layers have ended or not.
  package init(secondsSince1970: Int) throws {
    now = try RecordDate(secondsSince1970: secondsSince1970)
  }

  package struct Result: Sendable {
    /// How many were checked.
    package let components: Int
    /// Errors first, then by rule and place.
    package let findings: [PackageFinding]
  }

  package func run(in workspace: borrowing Workspace) throws(OperationError) -> Result {
    try unifyingErrors {
      guard let tip = workspace.tip else {
        throw OperationError.noCommit()
      }
      let state = try workspace.state(at: tip)
      let document = state.document
      let root = try workspace.repository.commit(tip).tree
      let gitDirectory = workspace.repository.gitDirectory
      var findings: [PackageFinding] = []
      let folders = try folders(of: document, root, &findings, in: workspace)
      let apps = try apps(of: document, root, in: workspace.repository)
      let read = try SurveyedPackage.read(
        apps.merging(folders.values.map { ($0.path, $0.tree) }) { first, _ in first },
        root: root,
        by: workspace.manifestReading(document.manifest),
        gitDirectory: gitDirectory
      )
      let rules = ComponentRules(
        document,
        at: workspace.manifestPath,
        root: root,
        packages: folders.compactMapValues { read[$0.path] },
        origins: try RepositoryOrigin.all(in: workspace.repository),
        now: now
      )
      findings += try rules.findings(in: workspace.repository)
      findings += PackageContent(
        root: root,
        manifest: document.manifest,
        at: workspace.manifestPath
      ).findings(
        of: folders.filter { document.manifest.components[$0.key]?.isPrivate != true }
          .map { ($0.key, $0.value.path, $0.value.tree) },
        gitDirectory: gitDirectory
      )
      findings += try GitFileRules.refusals(anywhereIn: root, in: workspace.repository)
        .filter { refusal in
          !document.manifest.components.values.contains {
            !$0.isPrivate && state.trees.isFile(refusal.path, ofComponentAt: $0.path)
          }
        }
        .map { PackageFinding($0.error, in: $0.path) }
      findings += try versionFileFindings(of: document, folders.keys.sorted(), root, in: workspace)
      findings += try AppRules(document, at: workspace.manifestPath, root: root)
        .findings(read, in: workspace.repository)
      findings += pinFindings(of: state, in: workspace)
      findings += try changeNoteFindings(root, document.manifest, in: workspace)
      return Result(
        components: document.manifest.components.count,
        findings: findings.inOrder
      )
    }
  }

  /// The folders of the apps that are Swift packages.
  private func apps(
    of document: ManifestDocument,
    _ root: ObjectID,
    in repository: borrowing Repository
  ) throws -> [TreePath: ObjectID] {
    var apps: [TreePath: ObjectID] = [:]
    for path in Set(document.manifest.apps.values.map(\.path)) {
      guard let folder = try repository.entry(at: path, in: root), folder.mode == .tree,
        try repository.entry(at: path.appending(.packageManifest), in: root) != nil
      else { continue }
      apps[path] = folder.id
    }
    return apps
  }

  /// The apps whose pins come to no releases.
  private func pinFindings(
    of state: RegistryState,
    in workspace: borrowing Workspace
  ) -> [PackageFinding] {
    var findings: [PackageFinding] = []
    for (name, app) in state.manifest.apps {
      do {
        _ = try AppResolution(name: name, app: app, state: state)
          .releases(in: workspace)
      } catch {
        let line = state.document.line(of: name)
        findings.append(
          PackageFinding(OperationError(error), in: workspace.manifestPath, line: line)
        )
      }
    }
    return findings
  }

  /// The files among the change notes that are not any, for which every release is refused.
  private func changeNoteFindings(
    _ root: ObjectID,
    _ manifest: Manifest,
    in workspace: borrowing Workspace
  ) throws -> [PackageFinding] {
    try ChangeNotes.files(in: root, manifest, of: workspace).compactMap { path, note in
      guard case .failure(let error) = note else { return nil }
      return PackageFinding(
        OperationError(error.code, error.message, help: error.help),
        in: path,
        line: error.place?.position?.line
      )
    }
  }

  /// The files that a release could not write its version into.
  private func versionFileFindings(
    of document: ManifestDocument,
    _ names: [ComponentName],
    _ root: ObjectID,
    in workspace: borrowing Workspace
  ) throws -> [PackageFinding] {
    var findings: [PackageFinding] = []
    for name in names {
      guard let component = document.manifest.components[name] else { continue }
      let version = component.version ?? SemanticVersion(0, 0, 0)
      let edits = VersionEdits(component, of: document.manifest, version)
      do {
        try edits.checkPlaces(in: workspace)
        _ = try edits.files(in: root, of: workspace.repository)
      } catch let error as OperationError where error.code == .versionFile {
        let line = document.line(of: name)
        findings.append(
          PackageFinding(error, of: name, in: workspace.manifestPath, line: line)
        )
      }
    }
    return findings
  }

  /// The folders of the components that the commit has; what is none is a finding.
  private func folders(
    of document: ManifestDocument,
    _ root: ObjectID,
    _ findings: inout [PackageFinding],
    in workspace: borrowing Workspace
  ) throws -> [ComponentName: (path: TreePath, tree: ObjectID)] {
    var folders: [ComponentName: (path: TreePath, tree: ObjectID)] = [:]
    let trees = ComponentTrees(document.manifest, at: workspace.manifestPath)
    for (name, component) in document.manifest.components {
      let folder = ComponentFolder(
        path: component.path,
        root: root,
        of: trees,
        manifestFile: document.file
      )
      do {
        folders[name] = (component.path, try folder.tree(in: workspace.repository))
      } catch let error as OperationError where error.code.concern == .component {
        let line = document.line(of: name)
        findings.append(
          PackageFinding(error, of: name, in: workspace.manifestPath, line: line)
        )
      }
    }
    return folders
  }
}
