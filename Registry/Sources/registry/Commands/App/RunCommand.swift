import ArgumentParser
import Layout
import Workspace

struct RunCommand: Verb {
  static let configuration = CommandConfiguration(
    commandName: "run",
    abstract: "Run the app, built from its pins.",
    usage: "registry run [<options>] [<product> [<arguments of the product> ...]]",
    discussion: """
      Checks out the pinned tree and runs 'swift run' in it. Input, output, signals and the exit \
      status are those of the product. The default is the product that the manifest names for the \
      app. Of several apps, it is the one with this product, unless --scaffold names one.

        registry run cookr order --flavour smoky
      """
  )

  @OptionGroup var layout: LayoutOptions

  @OptionGroup var global: GlobalOptions

  @Argument(
    parsing: .captureForPassthrough,
    help: "The product, and arguments for it."
  )
  var command: [String] = []

  func validate() throws {
    guard let first = command.first, first.hasPrefix("-") else { return }
    // Everything is passed on from here, what the parser itself would answer included.
    if ["--help", "-h"].contains(first) { throw CleanExit.helpRequest(self) }
    throw ValidationError("unknown option '\(first)' before the product")
  }

  func run(in workspace: borrowing Workspace, _ console: Console) throws {
    let layout = try layout.sync(for: command.first, in: workspace, console)
    let command = command.isEmpty ? layout.pinned.product.map { [$0] } ?? [] : command
    guard !command.isEmpty else {
      throw OperationError(
        .noProduct,
        "no product is named, and the scaffold '\(layout.pinned.scaffold)' names none either",
        help: "name one: 'registry run PRODUCT'; or \"product\" in the manifest"
      )
    }
    try PackageManager(layout).become("run", (global.output.isQuiet ? ["--quiet"] : []) + command)
  }
}
