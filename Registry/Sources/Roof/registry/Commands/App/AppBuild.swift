import Apps
import ArgumentParser
import Base
import Model

/// An app that is laid out, to be built by the stock package manager: in the clone, or in a place of
/// the cache.
struct AppBuild {
  let layout: Sync.Result
  let cache: BuildCache?
  let cached: CachedSync.Result?
  let console: Console

  /// - Parameter arguments: For the package manager.
  init(
    _ options: LayoutOptions,
    _ caching: CacheOptions,
    product: String? = nil,
    arguments: [String] = [],
    in workspace: borrowing Workspace,
    _ console: Console
  ) throws {
    self.console = console
    cache =
      BuildArguments(arguments).areForAnyPlace
      ? try caching.builds(in: workspace, progress: { console.showProgress($0) }) : nil
    guard let cache else {
      cached = nil
      layout = try options.sync(for: product, in: workspace, console)
      return
    }
    let sync = CachedSync(options.operation(options.tree(for: product), console), cache: cache)
    let result = try console.clearingProgress { try sync.run(in: workspace) }
    console.note(result.sync.notes + result.notes)
    cached = result
    layout = result.sync
  }

  /// Whether it is built in the cache, so that its products are to be taken from there.
  var isCached: Bool { cached?.place != nil }

  /// Builds it in the cache, and copies the products to where they would be without.
  ///
  /// - Parameter isBeside: Whether the package manager's output is no result of this run.
  /// - Returns: The products, if it succeeded; else the bare exit status is thrown.
  func build(
    _ arguments: [String],
    product: String? = nil,
    isBeside: Bool = false
  ) throws -> BuildProducts? {
    guard let cached, let cache, let place = cached.place else { return nil }
    let start = SystemClock.nanoseconds
    let status = try PackageManager(layout: layout).run("build", arguments, isBeside: isBeside)
    guard status == 0 else { throw ExitCode(status) }
    let given = BuildArguments(arguments)
    let products = BuildProducts(
      of: place,
      for: cached.own,
      configuration: given.configuration,
      product: product ?? given.product
    )
    try products.publish()
    let count = try BuildCount(of: place, since: start)
    try cache.keep(count)
    if !isBeside {
      console.note("\(count.compiled) of \(count.all) object files were compiled in this build")
    }
    return products
  }
}

/// The arguments for the package manager, as far as their meaning matters here.
struct BuildArguments {
  private let arguments: [String]

  init(_ arguments: [String]) {
    self.arguments = arguments
  }

  /// Whether all their output is in the scratch folder, and nothing of it is requested by path.
  var areForAnyPlace: Bool {
    !arguments.contains { argument in
      Self.bound.contains { argument == $0 || argument.hasPrefix("\($0)=") }
    }
  }

  private static let bound = [
    "--package-path", "--scratch-path", "--build-path", "--chdir", "-C", "--show-bin-path",
    "--build-system", "--triple", "--swift-sdk", "--experimental-swift-sdk", "--sdk", "--toolchain",
    "--toolset", "--destination", "--enable-code-coverage", "--show-codecov-path",
    "--show-coverage-path", "--help", "-h", "-help", "--version",
  ]

  var configuration: String { value(of: ["-c", "--configuration"]) ?? "debug" }

  var product: String? { value(of: ["--product"]) }

  private func value(of names: [String]) -> String? {
    for (index, argument) in arguments.enumerated().reversed() {
      for name in names {
        if argument == name { return arguments.dropFirst(index + 1).first }
        if argument.hasPrefix("\(name)=") { return String(argument.dropFirst(name.count + 1)) }
      }
    }
    return nil
  }
}

/// The stock `swift`, which this process turns into: terminal, signals and exit status are then its
/// own, with no process in between.
struct PackageManager {
  let layout: Sync.Result

  /// Never returns, unless there is no such program.
  func become(_ verb: String, _ arguments: [String]) throws -> Never {
    try checkIsPackage()
    let reason = CurrentProcess.become("swift", [verb] + place + arguments)
    throw OperationError(
      .noToolchain,
      "cannot start 'swift': \(reason)",
      help: ToolProcess.toolchainHelp
    )
  }

  /// Runs it to its end, and returns its exit status.
  ///
  /// - Parameter isBeside: Whether its output is no result of this run.
  func run(_ verb: String, _ arguments: [String], isBeside: Bool) throws -> Int32 {
    try checkIsPackage()
    return try ToolProcess(program: "swift", arguments: [verb] + place + arguments)
      .runAttached(isBeside: isBeside)
  }

  private var place: [String] {
    ["--package-path", layout.packagePath, "--scratch-path", layout.layout.build]
  }

  /// Refuses an app that is no package, such as one with an Xcode project.
  func checkIsPackage() throws {
    let place = layout.packagePath
    guard !LocalFile.exists("\(place)/Package.swift") else { return }
    let names = try LocalFile.names(in: place).sorted()
    let workspace = names.first { $0.hasSuffix(".xcworkspace") }.map { "-workspace \($0)" }
    let project = names.first { $0.hasSuffix(".xcodeproj") }.map { "-project \($0)" }
    let command = (workspace ?? project).map { "xcodebuild \($0) …" } ?? "COMMAND"
    throw OperationError(
      .noPackage,
      "'\(layout.pinned.app)' has no Package.swift in '\(place)', so 'swift' cannot build it",
      help: "run another tool in the pinned tree: 'registry exec -- \(command)'"
    )
  }
}
