import ArgumentParser
import Base
import Checks
import Model
import ServerArguments
import Site
import Versions

struct DocsCommand: Verb {
  static let configuration = CommandConfiguration(
    commandName: "docs",
    abstract: "Build the documentation of releases with DocC.",
    usage: "registry docs (<name> [<version>] | --all) [<options>]",
    discussion: """
      Builds the newest release of a component, or the given one, with the dependencies that it was \
      released with, and writes the documentation of its libraries with the toolchain's 'docc', \
      articles of '.docc' folders included, and its public API. Pages of 'registry serve' and of \
      exports link to both. The files are for a web server that has the folder as 'docs', such as \
      that of an export. Releases that have documentation are passed over: remove the folder of \
      one to build it again.

      The code is built confined: it reads the toolchain and its own folder alone, and has no network \
      unless it depends on packages from elsewhere. Where the system cannot confine, or a \
      dependency needs a sign-in, 'git config registry.evaluate unconfined' builds with all rights \
      of the account. Releases that were uploaded are left out without --uploads, and never have a \
      network.

        registry docs Payments
        registry docs Payments 1.4.0
        registry docs --all --output /srv/registry/docs
      """
  )

  @Argument(help: "The component.", completion: .components)
  var name: String?

  @Argument(help: "The released version. (default: the newest one)", completion: .releases)
  var version: String?

  @Flag(help: "The newest release of each component.")
  var all = false

  @Flag(help: "Document releases that were uploaded, too: their code runs, confined.")
  var uploads = false

  @Option(
    name: .shortAndLong,
    value: .folder,
    help: "The folder for the documentation. (default: 'docs' in the registry's cache)"
  )
  var output: String?

  @Option(value: "path", help: "The path of the registry on its web server, if it is not the root.")
  var basePath = ""

  @OptionGroup(title: "Common Options") var global: GlobalOptions

  func validate() throws {
    guard (name == nil) == all else {
      throw ValidationError("expected either the name of a component or '--all'")
    }
  }

  func run(in workspace: borrowing Workspace, _ console: Console) throws {
    let usual = DocumentationFolder.usualBase
    let folder = try DocumentationFolder(
      output ?? workspace.cacheFolder(usual),
      below: basePath
    )
    let docs = BuildDocumentation(
      of: name,
      try version.map { text in try SemanticVersion(text) },
      includesUploads: uploads,
      in: folder,
      with: StockToolchain(isComparisonOptional: false),
      progress: { console.showProgress($0) }
    )
    let results = try console.clearingProgress { try docs.run(in: workspace) }
    let document = DocsDocument(releases: results, folder: folder.path)
    try console.show(document)
    if document.hasFailures { throw ExitCode(1) }
  }
}

/// The releases whose documentation was asked for.
struct DocsDocument: Document {
  let releases: [Documented]
  let folder: String

  var hasFailures: Bool { releases.contains { $0.failure != nil } }

  var members: JSONMembers { ["folder": folder, "releases": releases] }

  func text(style: Style, width: Int?) -> String {
    guard !releases.isEmpty else { return "nothing is released yet\n" }
    var text = ""
    for release in releases {
      text += "\(style(.bold, "\(release.component) \(release.version)")) \(release.words)\n"
    }
    return text + "  \(style(.dim, "folder"))  \(folder.printable)\n"
  }
}

extension Documented: JSONObjectRepresentable {
  var members: JSONMembers {
    [
      "component": component,
      "version": version,
      "outcome": code,
      "modules": modules,
      "failure": failure?.message,
    ]
  }

  fileprivate var failure: OperationError? {
    if case .failed(let error) = outcome { error } else { nil }
  }

  private var modules: [String] {
    if case .built(let modules) = outcome { modules } else { [] }
  }

  private var code: String {
    switch outcome {
    case .built: "built"
    case .present: "present"
    case .noLibrary: "no-library"
    case .uploaded: "uploaded"
    case .failed: "failed"
    }
  }

  fileprivate var words: String {
    switch outcome {
    case .built(let modules): "is documented: \(modules.joined(separator: ", "))"
    case .present: "is documented already"
    case .noLibrary: "has no library to document"
    case .uploaded: "was uploaded: '--uploads' documents it, too"
    case .failed(let error): "is not documented: \(error.message.printable)"
    }
  }
}
