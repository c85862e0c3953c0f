import ArgumentParser
import Sharing

struct PublishCommand: ShowingCommand {
  static let configuration = CommandConfiguration(
    commandName: "publish",
    abstract: "Send a package from its own repository to a registry.",
    usage: "registry publish <package> [--registry <url>] [<options>]",
    discussion: """
      Run it in the folder of a package that has its own git repository. (Release the components \
      of a monorepo with 'registry bump'.) The newest commit is sent, without uncommitted files.

        registry publish cookr.Soup@1.1.0
        registry publish cookr.Soup@1.1.0 --registry https://registry.example.com

      Before anything is sent, the public API is compared with the previous release, which is \
      fetched from the registry, and a version that does not allow for its incompatible changes is \
      refused. Both are built in .build/registry.

      The token is read from a file, or from the variable REGISTRY_TOKEN. Repeating the command \
      with the same content succeeds.
      """
  )

  @Argument(
    help: ArgumentHelp("The release to publish, as scope.name@version.", valueName: "package")
  )
  var package: String

  @Option(
    help: ArgumentHelp(
      "The registry's URL. (default: the one configured for this scope)",
      valueName: "url"
    )
  )
  var registry: String?

  @Option(
    help: ArgumentHelp(
      "A file that contains the token. (default: REGISTRY_TOKEN)",
      valueName: "file"
    ),
    completion: .file()
  )
  var tokenFile: String?

  @Option(
    help: ArgumentHelp("A JSON object to store with the release.", valueName: "file"),
    completion: .file(extensions: ["json"])
  )
  var metadata: String?

  @Flag(name: .customLong("no-api-check"), help: "Do not compare the public API.")
  var isUnchecked = false

  @Flag(help: "Allow a URL without encryption.")
  var allowInsecureHTTP = false

  @Option(
    help: ArgumentHelp("The package's folder.", valueName: "folder"),
    completion: .directory
  )
  var directory = "."

  @Flag(help: "Check everything, and send nothing.")
  var dryRun = false

  @OptionGroup var outputFlags: OutputFlags

  var output: OutputOptions { outputFlags.options }

  func run(_ console: Console) throws {
    var publish = PublishPackage(try PackageReference(package), in: directory)
    publish.address = try registry.map {
      try RegistryAddress($0, allowsInsecure: allowInsecureHTTP)
    }
    publish.allowsInsecure = allowInsecureHTTP
    publish.token = try AccessToken(file: tokenFile)?.secret
    publish.metadata = try metadata.map { try PublishPackage.metadata(in: $0) }
    publish.comparesInterfaces = !isUnchecked
    publish.progress = { console.showPassing($0) }
    let prepared = publish
    let result = try console.clearingPassing {
      try dryRun ? prepared.preview() : prepared.run()
    }
    try console.show(PublishDocument(result))
  }
}
