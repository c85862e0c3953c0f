import ArgumentParser
import Git
import Model
import ServerArguments

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The options of all commands that work in a repository.
struct GlobalOptions: ParsableArguments {
  @OptionGroup(title: "Common Options") var outputFlags: OutputFlags

  @Option(
    name: [.customShort("C"), .long],
    value: .folder,
    help: "Use the repository that contains this folder."
  )
  var directory = "."

  @Option(
    value: OptionValue("file", .file(extensions: ["json"])),
    help: "The manifest, if it is not Registry/manifest.json here or in a folder above."
      + " [git config: registry.manifest]"
  )
  var manifest: String?

  var json: Bool { outputFlags.json }

  var output: OutputOptions { outputFlags.options }

  /// The output of a command that has `--format` too.
  func output(_ format: (some RawRepresentable<String>)?) -> OutputOptions {
    var options = output
    options.isJSON = json || format?.rawValue == "json"
    return options
  }

  func check(_ format: (some RawRepresentable<String>)?) throws {
    if json, let format, format.rawValue != "json" {
      throw ValidationError("'--json' and '--format \(format.rawValue)' cannot be combined")
    }
  }

  func workspace() throws -> Workspace {
    try prepared(Workspace(directory: directory, manifest: manifest))
  }

  /// The repository for the command that writes the first manifest.
  func adoptedWorkspace() throws -> Workspace {
    try prepared(Workspace(adopting: directory, manifest: manifest))
  }

  private func prepared(_ workspace: consuming Workspace) throws -> Workspace {
    try workspace.checkEnvironment(ProcessInfo.processInfo.environment)
    try workspace.repository.adoptSharing()
    return workspace
  }
}

extension ColorChoice: ExpressibleByArgument {}

/// The options for the output of a command.
struct OutputFlags: ParsableArguments {
  @Flag(help: "Print the result as JSON (see 'man registry-json').")
  var json = false

  @Flag(
    name: .shortAndLong,
    help: "Print only the result and errors. [env: REGISTRY_PROGRESS=never, for progress]"
  )
  var quiet = false

  @Option(value: "when", help: "Colour the output; 'auto' does in a terminal. [env:NO_COLOR]")
  var color = ColorChoice.auto

  var options: OutputOptions { OutputOptions(isJSON: json, isQuiet: quiet, color: color) }
}
