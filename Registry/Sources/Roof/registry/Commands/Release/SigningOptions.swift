import ArgumentParser
import Content
import Git
import Model
import Releases
import ServerArguments

/// The option for signing releases while they are made.
struct SigningOptions: ParsableArguments {
  @Option(
    value: OptionValue("key", .file()),
    help: "Sign with the key in this file. (default: git's registry.signingKey)"
  )
  var sign: String?

  func signer(_ context: WriteContext, in workspace: borrowing Workspace) throws -> ReleaseSigner? {
    let signer = try workspace.signer(key: sign, context)
    // Before minutes are spent on comparisons.
    if signer != nil { try SignatureProgram.checkAvailability() }
    return signer
  }
}

extension Workspace {
  /// What signs releases: a key, or what git's configuration names; `nil` if it names nothing.
  ///
  /// What is signed must be valid for the roots that the manifest names.
  borrowing func signer(key: String?, _ context: WriteContext) throws -> ReleaseSigner? {
    guard let tip else { return nil }
    let state = try state(at: tip)
    let roots = try signingRoots(of: state.manifest, in: repository.commit(tip).tree)
    return try ReleaseSigner(
      key: key,
      in: self,
      limit: context.signingLimit,
      checks: SignatureProgram(roots: roots).check
    )
  }
}
