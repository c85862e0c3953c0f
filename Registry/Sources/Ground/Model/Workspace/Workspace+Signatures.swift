package import Base
package import Git
package import Versions

extension Workspace {
  /// The folder with a folder of signatures for each component.
  package var signaturesPath: TreePath {
    registryPath.appending(TreePath(known: "signatures"))
  }

  /// The file of a release's signatures; `nil` for an internal release.
  package func signaturePath(of release: Release, of component: ComponentName) -> TreePath? {
    release.archive.map { archive in
      let name = "\(component)/\(ReleaseSignature.fileName(of: archive))"
      return signaturesPath.appending(TreePath(known: name))
    }
  }

  /// The signatures of a release in a commit's tree; `nil` if it is not signed.
  package func signature(
    of release: Release,
    of component: ComponentName,
    in tree: ObjectID
  ) throws(OperationError) -> ReleaseSignature? {
    try unifyingErrors {
      guard let path = signaturePath(of: release, of: component),
        let bytes = try content(of: path, in: tree)
      else { return nil }
      return try ReleaseSignature(reading: bytes, file: path.string)
    }
  }

  /// The folders of signatures in a commit's tree, by the names of their components.
  package func signatureFolders(in tree: ObjectID) throws -> [String: ObjectID] {
    guard let folder = try repository.entry(at: signaturesPath, in: tree), folder.mode == .tree
    else { return [:] }
    let entries = try repository.entries(of: folder.id).filter { $0.mode == .tree }
    return Dictionary(entries.map { ($0.name, $0.id) }) { first, _ in first }
  }

  /// The certificates in DER that the manifest of a commit trusts; `nil` if it names none.
  package func signingRoots(
    of manifest: Manifest,
    in tree: ObjectID
  ) throws(OperationError) -> [[UInt8]]? {
    guard !manifest.signingRoots.isEmpty else { return nil }
    return try unifyingErrors {
      try manifest.signingRoots.flatMap { path in
        guard let bytes = try content(of: path, in: tree) else {
          throw OperationError(
            .unusableCertificate,
            "'\(path)' of \"signingRoots\" is not a file of the newest commit",
            help: "commit it, or correct its path in '\(manifestPath)'"
          )
        }
        return try CertificateFile.certificates(in: bytes, file: path.string)
      }
    }
  }
}

extension Repository {
  /// The signatures of a release in the folder of its component; `nil` if it is not signed.
  package func signature(
    of release: Release,
    in folder: ObjectID?
  ) throws -> ReleaseSignature? {
    guard let folder, let archive = release.archive else { return nil }
    let name = ReleaseSignature.fileName(of: archive)
    guard let file = try entry(at: TreePath(known: name), in: folder), file.mode == .file else {
      return nil
    }
    return try ReleaseSignature(reading: blob(file.id), file: name)
  }
}
