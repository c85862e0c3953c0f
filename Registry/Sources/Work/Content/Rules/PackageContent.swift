import Base
package import Git
package import Model
package import Versions

/// Checks the files of components as far as their releases depend on them: links, submodules,
/// pointers of Git LFS, names that no archive can have, and whether there is a licence.
package struct PackageContent: Sendable {
  /// The tree of the whole commit.
  package let root: ObjectID
  /// The manifest, with its rules on the components' files.
  package let manifest: Manifest

  private let trees: ComponentTrees

  /// - Parameter manifestPath: The manifest's own place.
  package init(root: ObjectID, manifest: Manifest, at manifestPath: TreePath) {
    (self.root, self.manifest) = (root, manifest)
    trees = ComponentTrees(manifest, at: manifestPath)
  }

  /// All findings, looked for on all processors.
  package func findings(
    of components: [(name: ComponentName, path: TreePath, tree: ObjectID)],
    gitDirectory: String
  ) -> [PackageFinding] {
    let found = components.concurrentMap(reading: gitDirectory) { component, repository in
      try findings(of: component.name, component.path, component.tree, in: repository)
    }
    return zip(components, found).flatMap { component, found in
      switch found {
      case .success(let findings): findings
      case .failure(let error): [PackageFinding(error, of: component.name, in: component.path)]
      }
    }
  }

  /// Whether only published packages must not have a fault of their files.
  private static func isForPublishing(_ code: OperationError.Code) -> Bool {
    [.largeFilePointer, .submoduleNeeded, .noRootFile].contains(code)
  }

  private func findings(
    of name: ComponentName,
    _ path: TreePath,
    _ tree: ObjectID,
    in repository: borrowing Repository
  ) throws -> [PackageFinding] {
    let kind = manifest.kind(of: name)
    func survey(_ kind: ReleaseKind) throws -> (listing: TreeListing, findings: [PackageFinding]) {
      let plan = ReleaseFormPlan(
        folder: path,
        tree: tree,
        root: root,
        of: trees,
        rootFiles: manifest.rootFiles,
        kind: kind
      )
      let (listing, faults) = try plan.survey(in: repository)
      return (
        listing, faults.map { PackageFinding($0.error, of: name, in: path.appending($0.path)) }
      )
    }
    let (listing, published) = try survey(.public)
    var findings = published.map { finding in
      Self.isForPublishing(finding.error.code) ? finding.forPublishing(kind) : finding
    }
    if kind == .internal {
      // It also has what published packages leave out.
      findings += try survey(.internal).findings.filter { !published.contains($0) }
    }
    do {
      try ReleaseArchive(
        component: name,
        version: SemanticVersion(0, 0, 0),
        listing: listing,
        edits: [:]
      ).check(in: repository)
    } catch {
      let finding = PackageFinding(OperationError(error), of: name, in: path)
      findings.append(finding.forPublishing(kind))
    }
    if manifest.needsLicence(name), !listing.items.contains(where: { $0.path.isLicence }) {
      let error = OperationError(
        .noLicence,
        "'\(name)' has no licence file",
        help: "add a LICENSE file to it, or use that of the repository with 'registry set rootFiles"
          + " --add LICENSE'; for private code, 'registry set license none'"
      )
      findings.append(PackageFinding(error, of: name, in: path).forPublishing(kind))
    }
    return findings
  }
}

extension TreePath {
  private static let licenceNames = ["copying", "licence", "license", "unlicense"]

  /// Whether people look there for a package's licence: in its folder, or below the folder that the
  /// REUSE specification names.
  package var isLicence: Bool {
    let name = (names.first ?? "").lowercased()
    if name == "licenses" { return true }
    return parent.isRoot && !name.hasSuffix(".swift")
      && Self.licenceNames.contains { name.hasPrefix($0) }
  }
}
