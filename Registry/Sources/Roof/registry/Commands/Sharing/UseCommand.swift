import ArgumentParser
import Base
import Git
import Model
import ServerArguments
import Sharing
import Versions

struct UseCommand: ShowingCommand {
  static let configuration = CommandConfiguration(
    commandName: "use",
    abstract: "Configure a package to get its dependencies from a registry.",
    usage: "registry use <url> [<package> ...] [--scope <scope>] [<options>]",
    discussion: """
      Run it in the folder of a package that depends on components by version. It does not \
      need the components' repository. It looks up the packages at the registry, writes the URL \
      to .swiftpm/configuration/registries.json, for the scope of the packages, and prints the \
      lines for Package.swift, with the products that the releases offer. A package without a \
      version stands for its newest release. Other settings in the file are kept. If the registry \
      does not answer, or does not have a package, nothing is written.

        registry use https://registry.example.com cookr.ChefSourcing
        registry use https://registry.example.com cookr.ChefSourcing@2.4.1
        registry use http://127.0.0.1:8080 --scope cookr

      If the registry requires a token for reading, it is read from a file, or from the variable \
      REGISTRY_TOKEN. It is not written.
      """
  )

  @Argument(help: "The registry's URL.")
  var url: String

  @Argument(
    help: ArgumentHelp(
      "A package to depend on, as scope.name or scope.name@version.",
      valueName: "package"
    )
  )
  var packages: [String] = []

  @Option(help: "The scope, if no package is named.")
  var scope: String?

  @Flag(
    name: .customLong("default"),
    help: "Use it for all scopes that have no registry of their own."
  )
  var isDefault = false

  @Flag(help: "Configure all packages of this account.")
  var global = false

  @Option(value: .folder, help: "The configuration folder, as for 'swift build'.")
  var configPath: String?

  @Option(
    value: .file,
    help: "A file that contains the token. [env: REGISTRY_TOKEN, the token itself]"
  )
  var tokenFile: String?

  @Flag(help: "Allow a URL without encryption.")
  var allowInsecureHTTP = false

  @Option(name: [.customShort("C"), .long], value: .folder, help: "The package's folder.")
  var directory = "."

  @Flag(name: [.customShort("n"), .long], help: "Print what would be written, without writing it.")
  var dryRun = false

  @OptionGroup(title: "Common Options") var outputFlags: OutputFlags

  var output: OutputOptions { outputFlags.options }

  func validate() throws {
    if packages.isEmpty, scope == nil, !isDefault {
      throw ValidationError("expected a package such as 'cookr.ChefSourcing', or '--scope'")
    }
    if isDefault, scope != nil {
      throw ValidationError("'--default' and '--scope' cannot both be given")
    }
    if global, configPath != nil {
      throw ValidationError("'--global' and '--config-path' cannot both be given")
    }
  }

  func run(_ console: Console) throws {
    let requests = try packages.map(PackageRequest.init)
    var use = UseRegistry(
      try RegistryAddress(url, allowsInsecure: allowInsecureHTTP),
      for: isDefault ? nil : try scope(of: requests),
      in: try configurationFolder()
    )
    use.requests = requests
    use.token = try AccessToken(file: tokenFile)?.secret
    let result = try dryRun ? use.preview() : use.run()
    for release in result.releases where release.products == nil {
      console.note("the manifest of '\(release.package)' computes its products")
    }
    try console.show(UseDocument(result, isDryRun: dryRun))
    if !global, !dryRun, ClientConfiguration.isIgnored(result.file) {
      let command = "git add -f \(result.file.shellQuoted)"
      console.note("note: git ignores this file: '\(command)' adds it for other clones")
    }
  }

  private func scope(of packages: [PackageRequest]) throws -> ScopeName? {
    let asked = try scope.map { try ScopeName($0) }
    let first = asked ?? packages.first?.scope
    if let first, let other = packages.first(where: { $0.scope.key != first.key }) {
      throw OperationError(
        .scopeMismatch,
        "'\(other.identity)' is not in the scope '\(first)'",
        help: "configure one scope at a time, or all others with '--default'"
      )
    }
    return first
  }

  private func configurationFolder() throws -> String {
    if let configPath { return configPath }
    return try global
      ? ClientConfiguration.ofAccount() : ClientConfiguration.ofPackage(in: directory)
  }
}

/// The registry of a scope, and the lines for a manifest.
struct UseDocument: Document {
  private let result: UseRegistry.Result
  /// `written`, `unchanged` if it was so already, or `planned` for a dry run.
  private let outcome: String

  init(_ result: UseRegistry.Result, isDryRun: Bool) {
    self.result = result
    outcome = isDryRun ? "planned" : result.isChange ? "written" : "unchanged"
  }

  var members: JSONMembers {
    [
      "outcome": outcome,
      "file": result.file,
      "registry": result.address.description,
      // Absent where it is for all scopes without a registry of their own.
      "scope": result.scope,
      "previous": result.isChange ? result.previous : nil,
      "packages": result.releases,
    ]
  }

  func text(style: Style, width: Int?) -> String {
    let subject = result.scope.map { "the scope \(style(.bold, $0.text))" } ?? "every other scope"
    let verb =
      switch outcome {
      case "planned": "would come"
      case "written": "comes"
      default: "already comes"
      }
    var text = "\(subject) \(verb) from \(style(.bold, result.address.description.printable))\n"
    if result.isChange, let previous = result.previous {
      text += "  \(style(.dim, "before"))  \(previous.printable)\n"
    }
    text += "  \(style(.dim, "file"))    \(result.file.printable)\n"
    guard !result.releases.isEmpty else { return text }
    text += "\nin Package.swift:\n"
    for release in result.releases { text += "  \(release.package.dependency),\n" }
    let products = result.releases.flatMap { $0.uses ?? [] }
    if !products.isEmpty { text += "in the targets that use them:\n" }
    for product in products { text += "  \(product),\n" }
    return text
  }
}

extension OfferedRelease: JSONObjectRepresentable {
  var members: JSONMembers {
    [
      "id": package.identity,
      "version": package.version,
      "dependency": package.dependency,
      "products": uses,
    ]
  }

  /// One for each product of the release; `nil` where its manifest computes them.
  fileprivate var uses: [String]? { products?.map { package.use(of: $0) } }
}
