import ArgumentParser
import Git
import Model
import ServerArguments
import Sharing
import Site
import Versions

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
    value: "url",
    help: "The URL at which clients will find the files. (default: that of the last export)"
  )
  var url: String?

  @Option(
    value: "number",
    help: "Make pages only for this many of the newest releases of each component; 'all' makes all."
      + " (default: as in the last export, or all)"
  )
  var releasePages: String?

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
    if let releasePages, ReleasePages(releasePages) == nil {
      throw ValidationError(
        "invalid number of releases '\(releasePages)', expected 'all' or a number from 1"
      )
    }
  }

  func run(in workspace: borrowing Workspace, _ console: Console) throws {
    var export = ExportRegistry(
      to: folder,
      address: try url.map { try RegistryAddress($0, allowsInsecure: true) }
    )
    export.releasePages = releasePages.flatMap(ReleasePages.init)
    export.listsChanges = changedPaths || global.json
    export.progress = { console.showProgress($0) }
    let prepared = export
    let result = try console.clearingProgress {
      try dryRun ? prepared.preview(in: workspace) : prepared.run(in: workspace)
    }
    try console.show(ExportDocument(result: result, isDryRun: dryRun, showsPaths: changedPaths))
  }
}

extension ReleasePages {
  fileprivate init?(_ text: String) {
    if text == "all" {
      self = .all
    } else if let count = Int(text), count > 0 {
      self = .newest(count)
    } else {
      return nil
    }
  }
}

/// The additions and changes of an export.
struct ExportDocument: Document {
  let result: ExportRegistry.Result
  let isDryRun: Bool
  let showsPaths: Bool

  var members: JSONMembers {
    [
      "outcome": isDryRun ? "planned" : result.files == 0 ? "unchanged" : "exported",
      "folder": result.folder,
      "commit": result.commit,
      "url": result.address?.description,
      "components": result.components,
      "releases": result.releases,
      "added": result.added.map {
        ["name": $0.component, "version": $0.version] as JSONMembers
      },
      "changed": changed,
      "files": result.files,
      "size": result.size,
      "versionSpecificManifests": result.alternates,
    ]
  }

  func text(style: Style, width: Int?) -> String {
    if showsPaths { return changed.map { "\($0)\n" }.joined() }
    let folder = result.folder.printable
    let all =
      "\(counted(result.releases, "release")) of \(counted(result.components, "component"))"
    guard result.files > 0 else { return "\(folder) has all files of \(all)\n" + notes }
    return "\(folder): \(isDryRun ? "would write" : "wrote") \(counted(result.files, "file")),"
      + " \(counted(result.newReleases, "new release")) of \(all)\n" + notes
  }

  /// The paths that a cache in front of the files must drop.
  private var changed: [String] { result.changed.map { "/\($0)" } }

  private var notes: String {
    var notes = ""
    if result.address == nil {
      notes += "the pages name an example URL, and there is no package collection: add '--url'\n"
    }
    if !result.alternates.isEmpty {
      notes +=
        "clients of plain files use only Package.swift, not the manifests for other versions of"
        + " Swift of \(result.alternates.map(\.text).joined(separator: ", "))\n"
    }
    return notes
  }
}
