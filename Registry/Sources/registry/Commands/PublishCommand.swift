import ArgumentParser
import RegistryOperations

struct PublishCommand: ShowingCommand {
  static let configuration = CommandConfiguration(
    commandName: "publish",
    abstract: "Send a package from elsewhere to a registry.",
    discussion: """
      Run it in the folder of a package that has its own git repository; components of a monorepo \
      are released there, by 'registry bump'. What is sent is the newest commit, and nothing that \
      lies beside it.

        registry publish cookr.Soup@1.1.0
        registry publish cookr.Soup@1.1.0 --registry https://registry.example.com

      Before anything is sent, the public API is compared with that of the release before, which is \
      fetched from the registry; a version that promises more than the API keeps is refused. Both \
      are built for that, in .build/registry.

      The token comes from a file, or from the variable REGISTRY_TOKEN. Sending the same content \
      again succeeds.
      """
  )

  @Argument(help: ArgumentHelp("What to publish, as scope.name@version.", valueName: "package"))
  var package: String

  @Option(
    help: ArgumentHelp(
      "The registry's address. (default: where the package gets this scope from)",
      valueName: "url"
    )
  )
  var registry: String?

  @Option(
    help: ArgumentHelp("The file of the token. (default: REGISTRY_TOKEN)", valueName: "file"),
    completion: .file()
  )
  var tokenFile: String?

  @Option(
    help: ArgumentHelp("A JSON object that is kept with the release.", valueName: "file"),
    completion: .file(extensions: ["json"])
  )
  var metadata: String?

  @Flag(name: .customLong("no-api-check"), help: "Do not compare the public API.")
  var isUnchecked = false

  @Flag(help: "Take an address that is not encrypted.")
  var allowInsecureHTTP = false

  @Option(
    help: ArgumentHelp("The package's folder.", valueName: "folder"),
    completion: .directory
  )
  var directory = "."

  @Flag(help: "Look at everything, and send nothing.")
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
