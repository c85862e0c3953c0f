import ArgumentParser
import Apps
import Base
import Model

struct RunCommand: Verb {
  static let configuration = CommandConfiguration(
    commandName: "run",
    abstract: "Run the app, built from its pins.",
    usage: "registry run [<options>] [<product> [<arguments of the product> ...]]",
    discussion: """
      Checks out the pinned tree and runs 'swift run' in it. Input, output, signals and the exit \
      status are those of the product. The default is the product that the manifest names for the \
      app. Of several apps, it is the one with this product, unless --app names one.

        registry run cookr order --flavour smoky
      """
  )

  @OptionGroup var layout: LayoutOptions

  @OptionGroup var caching: CacheOptions

  @OptionGroup(title: "Common Options") var global: GlobalOptions

  @Argument(
    parsing: .captureForPassthrough,
    help: "The product, and arguments for it.",
    completion: .products
  )
  var command: [String] = []

  func validate() throws {
    guard let first = command.first, first.hasPrefix("-") else { return }
    // Everything is passed on from here, what the parser itself would answer included.
    if ["--help", "-h"].contains(first) { throw CleanExit.helpRequest(self) }
    throw ValidationError("unknown option '\(first)' before the product")
  }

  func run(in workspace: borrowing Workspace, _ console: Console) throws {
    let app = try AppBuild(layout, caching, product: command.first, in: workspace, console)
    let layout = app.layout
    let manager = PackageManager(layout: layout)
    try manager.checkIsPackage()
    let command = command.isEmpty ? layout.pinned.product.map { [$0] } ?? [] : command
    guard !command.isEmpty else {
      throw OperationError(
        .noProduct,
        "no product is named, and the app '\(layout.pinned.app)' names none either",
        help: "name one: 'registry run PRODUCT', or for good: 'registry set"
          + " \(layout.pinned.app).product PRODUCT'"
      )
    }
    if app.isCached { try run(command, app) }
    try manager.become("run", (global.output.isQuiet ? ["--quiet"] : []) + command)
  }

  /// Runs the clone's own copy, which stays as it is whatever others build in the cache.
  private func run(_ command: [String], _ app: AppBuild) throws -> Never {
    let quiet = global.output.isQuiet ? ["--quiet"] : []
    let product = command[0]
    let products = try app.build(
      quiet + ["--product", product],
      product: product,
      isBeside: true
    )
    let path = products?.path(of: product) ?? product
    let reason = CurrentProcess.become(path, Array(command.dropFirst()))
    throw OperationError(
      .noProduct,
      "cannot start '\(path)': \(reason)",
      help: "is '\(product)' an executable product of the app?"
    )
  }
}
