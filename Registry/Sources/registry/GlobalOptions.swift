import ArgumentParser
import RegistryOperations

/// What every verb takes.
struct GlobalOptions: ParsableArguments {
  @Flag(help: "Print the result as JSON, as Documentation/registry-json.md describes it.")
  var json = false

  @Flag(help: "Print the result and errors, and nothing beside them.")
  var quiet = false

  @Option(
    help: ArgumentHelp("Work in the repository that this folder lies in.", valueName: "folder"),
    completion: .directory
  )
  var directory = "."

  @Option(
    help: ArgumentHelp(
      "The manifest, where it is not Registry/manifest.json here or in a folder above.",
      valueName: "file"
    ),
    completion: .file(extensions: ["json"])
  )
  var manifest: String?

  var output: OutputOptions { OutputOptions(isJSON: json, isQuiet: quiet) }

  func workspace() throws -> Workspace {
    try Workspace(directory: directory, manifest: manifest)
  }
}
