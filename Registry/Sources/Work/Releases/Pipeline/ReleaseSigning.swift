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

  func sign(_ made: inout PlannedRelease, in workspace: borrowing Workspace) throws {
    let release = made.record
    let key = ReleaseFindings.Archive(
      component: made.component,
      version: made.version,
      form: made.candidate.form,
      edits: release.edits
    )
    let (candidate, earlier) = (made.candidate, try earlierSignature(of: made, in: workspace))
    let signed = try findings.signatures.answer(key) {
      try earlier ?? sign(candidate, release, in: workspace.repository)
    }
    made.record.edits = signed.edits
    made.record.archive = signed.archive
    made.signature = signed.signature
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
  private func earlierSignature(
    of made: PlannedRelease,
    in workspace: borrowing Workspace
  ) throws -> Signed? {
    guard let earlier, let content = made.candidate.content,
      let state = try? workspace.state(at: earlier),
      let release = try? workspace.log(of: made.component, in: state).release(made.version),
      let checksum = release.archive, made.candidate.form.matches(release),
      release.edits.unsigned == made.record.edits,
      let signature = try? workspace.signature(
        of: release,
        of: made.component,
        in: workspace.repository.commit(earlier).tree
      )
    else { return nil }
    let found = try content.archive(of: made.component, release.version, release.edits)
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
