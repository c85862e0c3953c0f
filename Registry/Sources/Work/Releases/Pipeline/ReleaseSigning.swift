import Base
import Checks
import Content
import Git
import ManifestEditor
import Model
import Versions

/// Signs the releases of a plan: first their manifests, whose signatures are edits of the published
/// form like any other, then the archives with these in them.
struct ReleaseSigning {
  let signer: ReleaseSigner
  let findings: ReleaseFindings
  /// The release commit that the branch has already; `nil` if there is none.
  let earlier: ObjectID?

  struct Signed: Hashable {
    let edits: [TreePath: [SourceEdit]]
    let archive: ArchiveChecksum
    let signature: ReleaseSignature
  }

  func sign(_ step: inout PlannedRelease, in workspace: borrowing Workspace) throws {
    let release = step.prepared.release
    let key = ReleaseFindings.Archive(
      component: step.name,
      version: step.version,
      form: step.candidate.form,
      edits: release.edits
    )
    let (candidate, earlier) = (step.candidate, try made(step, in: workspace))
    let signed = try findings.signatures.answer(key) {
      try earlier ?? sign(candidate, release, in: workspace.repository)
    }
    step.prepared.release.edits = signed.edits
    step.prepared.release.archive = signed.archive
    step.prepared.signature = signed.signature
  }

  private func sign(
    _ candidate: ReleaseCandidate,
    _ release: Release,
    in repository: borrowing Repository
  ) throws -> Signed {
    guard let content = candidate.content else {
      throw OperationError(.other, "only releases of this repository are signed")
    }
    try content.rewriting.verify()
    var edits = release.edits
    let manifests = content.listing.items.filter { item in
      item.mode.isFile && ManifestFileName(item.path.string) != nil
    }
    let blobs = try manifests.map { try repository.blob($0.id) }
    let unsigned = try zip(manifests, blobs).map { item, bytes in
      ManifestSignature.content(of: try (edits[item.path] ?? []).applied(to: bytes))
    }
    let name = "'\(candidate.name)' \(release.version)"
    let signatures = try signer.signatures(
      of: unsigned,
      named: manifests.map { "'\($0.path)' of \(name)" },
      at: release.date
    )
    for ((item, bytes), signature) in zip(zip(manifests, blobs), signatures) {
      edits[item.path] = (edits[item.path] ?? []).signing(signature, atEndOf: bytes.count)
    }
    let (archive, checksum) = try content.archive(of: candidate.name, release.version, edits)
      .packed(from: repository)
    let signature = try signer.signatures(
      of: [archive],
      named: ["the archive of \(name)"],
      at: release.date
    )
    return Signed(
      edits: edits,
      archive: checksum,
      signature: ReleaseSignature(date: release.date, archive: signature[0])
    )
  }

  /// The same release as the branch has it already, with valid signatures: other ones would change a
  /// branch that has nothing new.
  private func made(
    _ step: PlannedRelease,
    in workspace: borrowing Workspace
  ) throws -> Signed? {
    guard let earlier, let content = step.candidate.content,
      let state = try? workspace.state(at: earlier),
      let release = try? workspace.log(of: step.name, in: state).release(step.version),
      let checksum = release.archive, step.candidate.form.matches(release),
      release.edits.unsigned == step.prepared.release.edits,
      let signature = try? workspace.signature(
        of: release,
        of: step.name,
        in: workspace.repository.commit(earlier).tree
      )
    else { return nil }
    let found = try content.archive(of: step.name, release.version, release.edits)
      .packed(from: workspace.repository)
    guard found.checksum == checksum,
      try signer.isValid(signature.archive, of: found.bytes, at: signature.date)
    else { return nil }
    return Signed(edits: release.edits, archive: checksum, signature: signature)
  }
}

extension ReleaseSigner? {
  /// Throws if the manifest demands signatures of components and nothing is there to make them.
  func check(
    for names: some Sequence<ComponentName>,
    _ manifest: Manifest
  ) throws(OperationError) {
    guard self == nil, manifest.requiresSignatures,
      let name = names.filter({ manifest.kind(of: $0) == .public }).min()
    else { return }
    throw OperationError(
      .notSigned,
      "'\(name)' cannot be released without a signature, which the manifest requires",
      help: "name a key with 'git config registry.signingKey FILE' and its certificates with"
        + " 'git config registry.signingChain FILE'"
    )
  }
}
