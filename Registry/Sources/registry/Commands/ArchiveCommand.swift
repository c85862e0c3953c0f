import ArgumentParser
import RegistryOperations
import Versioning

struct ArchiveCommand: Verb {
  static let configuration = CommandConfiguration(
    commandName: "archive",
    abstract: "Write a release as a source archive.",
    discussion: """
      The archive is a zip of the release in its published form, in which the package depends on \
      other components by version in place of by path. The same release makes the same bytes on \
      every machine, and their checksum is compared with the recorded one before the file is there.

        registry archive Payments 1.4.0                    writes Payments-1.4.0.zip
        registry archive Payments 1.4.0 -o - | sha256sum   to another program
      """
  )

  @Argument(
    help: "The component.",
    completion: .custom { arguments, _, _ in componentNames(arguments) }
  )
  var name: String

  @Argument(help: "The released version.")
  var version: String

  @Option(
    name: .shortAndLong,
    help: ArgumentHelp(
      "Where to; '-' is standard output. (default: NAME-VERSION.zip)",
      valueName: "file"
    ),
    completion: .file(extensions: ["zip"])
  )
  var output: String?

  @OptionGroup var global: GlobalOptions

  func validate() throws {
    guard output == "-" else { return }
    if global.json {
      throw ValidationError("standard output cannot be both '--json' and the archive")
    }
    if Stream.output.isTerminal {
      throw ValidationError("standard output is a terminal, expected a file or a pipe")
    }
  }

  func run(in workspace: borrowing Workspace, _ console: Console) throws {
    let archive = ArchiveRelease(component: name, version: try SemanticVersion(version))
    if output == "-" {
      _ = try archive.run(in: workspace) { try Stream.output.deliver($0) }
      return
    }
    let path = output ?? "\(name)-\(version).zip"
    let result = try archive.run(in: workspace, toFile: path)
    try console.show(ArchiveDocument(result, file: path))
  }
}
