import ArgumentParser
import Export
import Sharing
import Workspace

struct ExportCommand: Verb {
  static let configuration = CommandConfiguration(
    commandName: "export",
    abstract: "Write the registry as plain files for a web server or a CDN.",
    usage: "registry export <folder> [--url <url>] [<options>]",
    discussion: """
      Writes all that 'registry serve' answers to clients: lists, manifests, archives and web \
      pages, with a package collection, and configuration for nginx, Caddy and hosts that read a \
      file '_headers'. Clients use the files as any registry.

        registry export /srv/registry --url https://swift.example.com
        registry export /srv/registry --changed-paths > invalidations

      The command can run after every release: archives and manifests are written once, lists \
      only after everything that they name, and a run without new releases writes nothing. A run \
      that was stopped is completed by the next one.
      """
  )

  @Argument(
    help: ArgumentHelp("An empty folder, or that of an earlier export.", valueName: "folder"),
    completion: .directory
  )
  var folder: String

  @Option(
    help: ArgumentHelp(
      "The URL at which clients will find the files. (default: that of the last export)",
      valueName: "url"
    )
  )
  var url: String?

  @Flag(help: "Print only the paths that a cache in front of the files must drop.")
  var changedPaths = false

  @Flag(name: [.customShort("n"), .long], help: "Print what would be written, and write nothing.")
  var dryRun = false

  @OptionGroup(title: "Common Options") var global: GlobalOptions

  var isDryRun: Bool { dryRun }

  func validate() throws {
    guard !changedPaths || !global.json else {
      throw ValidationError("'--changed-paths' and '--json' cannot be combined")
    }
  }

  func run(in workspace: borrowing Workspace, _ console: Console) throws {
    let bar = console.progressBar()
    defer { bar?.clear() }
    var export = ExportRegistry(
      to: folder,
      address: try url.map { try RegistryAddress($0, allowsInsecure: true) }
    )
    export.listsChanges = changedPaths || global.json
    export.progress = { console.show($0, on: bar) }
    let prepared = export
    let result = try console.clearingPassing {
      try dryRun ? prepared.preview(in: workspace) : prepared.run(in: workspace)
    }
    bar?.clear()
    try console.show(
      ExportDocument(result, isDryRun: dryRun, showsPaths: changedPaths)
    )
  }
}
