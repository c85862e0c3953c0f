import Base
import ArgumentParser
import Content
import Model
import ServerArguments
import Versions

struct ArchiveCommand: Verb {
  static let configuration = CommandConfiguration(
    commandName: "archive",
    abstract: "Write a release as a source archive.",
    usage: "registry archive <name> <version> [--output <file>] [<options>]",
    discussion: """
      Writes the release in its published form as a zip file. In this form the package depends on \
      other components by version, not by path. The same release has the same bytes on every \
      machine. They are checked against the recorded checksum before the file is written. A file \
      that is there and is not this archive is kept, unless --force is given.

        registry archive Payments 1.4.0                    writes Payments-1.4.0.zip
        registry archive Payments 1.4.0 -o - | sha256sum   writes standard output
      """
  )

  @Argument(help: "The component.", completion: .components)
  var name: String

  @Argument(help: "The released version.", completion: .releases)
  var version: String

  @Option(
    name: .shortAndLong,
    value: OptionValue("file", .file(extensions: ["zip"])),
    help: "The file to write; '-' is standard output. (default: NAME-VERSION.zip)"
  )
  var output: String?

  @Flag(name: .shortAndLong, help: "Replace a file that is not this archive.")
  var force = false

  @OptionGroup(title: "Common Options") var global: GlobalOptions

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
    let archive = WriteArchive(component: name, version: try SemanticVersion(version))
    if output == "-" {
      _ = try archive.run(in: workspace) { try Stream.output.deliver($0) }
      return
    }
    let path = output ?? "\(name)-\(version).zip"
    let result = try archive.run(in: workspace, toFile: path, replaces: force)
    try console.show(ArchiveDocument(result: result, file: path))
  }
}

/// An archive that was written.
struct ArchiveDocument: Document {
  let result: WriteArchive.Result
  let file: String

  var members: JSONMembers {
    [
      "component": result.component,
      "version": result.release.version,
      "file": file,
      "size": result.size,
      "archive": result.checksum.description,
    ]
  }

  func text(style: Style, width: Int?) -> String {
    """
    \(style(.bold, file.printable)), \(result.size) bytes
      \(style(.dim, "archive"))  \(result.checksum)

    """
  }
}
