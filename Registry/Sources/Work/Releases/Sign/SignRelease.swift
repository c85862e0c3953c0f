import Base
package import Content
package import Git
import ManifestEditor
package import Model
package import Versions

/// Signs a release that was made without signatures.
///
/// Its archive stays as it is, so its manifests cannot contain their signatures: they are kept beside
/// that of the archive, and added to the manifests that clients ask for.
package struct SignRelease: WritingOperation {
  /// As it was typed.
  private let component: String
  private let version: SemanticVersion
  private let signer: ReleaseSigner
  package let context: WriteContext

  package init(
    component: String,
    version: SemanticVersion,
    signer: ReleaseSigner,
    context: WriteContext = WriteContext()
  ) {
    (self.component, self.version) = (component, version)
    (self.signer, self.context) = (signer, context)
  }

  package struct Result: WritingResult {
    package let component: ComponentName
    package let release: Release
    /// The signatures of the archive and its manifests; those on record if the release was signed
    /// already.
    package let signature: ReleaseSignature
    /// The plan of the commit; `nil` if it is signed already.
    package let plan: WritePlan?
    package var commit: ObjectID?
  }

  package var task: String { "registry sign \(component) \(version)" }

  package func plan(_ base: WriteBase, in workspace: borrowing Workspace) throws -> Result {
    let name = try workspace.loggedComponent(
      named: component,
      of: base.state.manifest,
      in: base.state
    )
    let release = try workspace.log(of: name, in: base.state).release(version, of: name)
    if let signature = try workspace.signature(of: release, of: name, in: base.tree) {
      return Result(component: name, release: release, signature: signature, plan: nil)
    }
    let published = try PublishedRelease(component: name, release: release)
    guard let path = workspace.signaturePath(of: release, of: name) else {
      throw OperationError.internalRelease(release.version, of: name)
    }
    let signature = try signature(of: published, from: workspace.repository)
    let plan = WritePlan(
      .commit(
        files: [try base.file(path, signature.text, in: workspace)],
        message: "Sign \(name) \(release.version)\n"
      ),
      reason: "registry: sign \(name) \(release.version)"
    )
    return Result(component: name, release: release, signature: signature, plan: plan)
  }

  private func signature(
    of published: PublishedRelease,
    from repository: borrowing Repository
  ) throws -> ReleaseSignature {
    var archive: [UInt8] = []
    _ = try published.writeArchive(from: repository) { archive += $0 }
    let unsigned = try published.manifests(from: repository)
      .filter { try ManifestSignature(of: $0.value) == nil }
      .sorted { $0.key.name < $1.key.name }
    let name = "'\(published.component)' \(published.release.version)"
    let date = try context.now()
    let signatures = try signer.signatures(
      of: unsigned.map { ManifestSignature.content(of: $0.value) } + [archive],
      named: unsigned.map { "'\($0.key.name)' of \(name)" } + ["the archive of \(name)"],
      at: date
    )
    let manifests = zip(unsigned, signatures).map { ($0.key.name, $1) }
    return ReleaseSignature(
      date: date,
      archive: signatures[unsigned.count],
      manifests: Dictionary(manifests) { first, _ in first }
    )
  }
}
