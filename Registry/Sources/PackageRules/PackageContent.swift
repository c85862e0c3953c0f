import Git
package import GitValues
import PublishedForm
package import RegistryModel
package import Versioning
import Workspace

/// Checks the files of components as far as their releases depend on them: links, submodules,
/// pointers of Git LFS, names that no archive can have, and whether there is a licence.
package struct PackageContent: Sendable {
  /// Of the whole commit.
  package let root: ObjectID
  /// What it says of the components' files.
  package let manifest: Manifest

  package init(root: ObjectID, manifest: Manifest) {
    (self.root, self.manifest) = (root, manifest)
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

  private func findings(
    of name: ComponentName,
    _ path: TreePath,
    _ tree: ObjectID,
    in repository: borrowing Repository
  ) throws -> [PackageFinding] {
    let plan = ReleaseFormPlan(
      folder: path,
      tree: tree,
      root: root,
      rootFiles: manifest.rootFiles
    )
    let (listing, faults) = try plan.survey(in: repository)
    var findings = faults.map { fault in
      PackageFinding(fault.error, of: name, in: path.appending(fault.path))
    }
    do {
      try ReleaseArchive(
        component: name,
        version: SemanticVersion(0, 0, 0),
        listing: listing,
        edits: [:]
      ).check(in: repository)
    } catch {
      findings.append(PackageFinding(OperationError(error), of: name, in: path))
    }
    if manifest.needsLicence(name), !listing.items.contains(where: { $0.path.isLicence }) {
      let error = OperationError(
        .noLicence,
        "'\(name)' has no licence file",
        help: "add a LICENSE file to it, or list the one of the repository under \"rootFiles\"; "
          + "for private code, set \"license\" to \"none\" in the manifest"
      )
      findings.append(PackageFinding(error, of: name, in: path))
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
