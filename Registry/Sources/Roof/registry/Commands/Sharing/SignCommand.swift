import ArgumentParser
import Base
import Model
import Releases
import ServerArguments
import Versions

struct SignCommand: WritingVerb {
  static let configuration = CommandConfiguration(
    commandName: "sign",
    abstract: "Sign a release that was made without a signature.",
    usage: "registry sign <name> <version> [--key <file>] [<options>]",
    discussion: """
      Records signatures of the release's archive and manifests beside its record, in one commit. \
      The archive stays as it is. To sign releases when they are made, configure a key and its \
      certificates; then 'registry bump' and 'registry release' sign.

        git config registry.signingKey ~/keys/release.pem
        git config registry.signingChain ~/keys/chain.pem
        registry sign Payments 1.4.0

      A program can sign in place of a key: 'git config registry.signingProgram FILE'. It gets the \
      bytes on its standard input, and writes a CMS signature in DER to its standard output.
      """
  )

  @Argument(help: "The component.", completion: .components)
  var name: String

  @Argument(help: "The released version.", completion: .releases)
  var version: String

  @Option(
    value: .file,
    help: "Sign with the key in this file. (default: git's registry.signingKey)"
  )
  var key: String?

  @OptionGroup var writing: WritingOptions

  @OptionGroup(title: "Common Options") var global: GlobalOptions

  func run(in workspace: borrowing Workspace, _ console: Console) throws {
    let context = writing.context(console)
    guard let signer = try workspace.signer(key: key, context) else {
      throw OperationError(
        .signingFailed,
        "there is no key to sign with",
        help: "name it with 'git config registry.signingKey FILE', or with '--key'"
      )
    }
    let sign = SignRelease(
      component: name,
      version: try SemanticVersion(version),
      signer: signer,
      context: context
    )
    try writing.perform(sign, as: "signed", in: workspace, console)
  }
}

/// A release that was signed, or would be.
extension SignRelease.Result: WrittenResult {
  var members: JSONMembers {
    [
      "component": component,
      "version": release.version,
      "archive": release.archive?.description,
      "date": signature.date,
    ]
  }

  func text(_ written: WrittenOutcome, style: Style, width: Int?) -> String {
    let name = style(.bold, "\(component) \(release.version)")
    let date = signature.date.description.prefix(10)
    let since = written.isUnchanged ? " already since \(date)" : ""
    return "\(name) \(written.verb) signed\(since)\n"
  }
}
