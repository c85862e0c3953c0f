import ArgumentParser
import Apps
import Model
import ServerArguments

/// What the clones of an account keep of their builds.
struct CacheCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "cache",
    abstract: "Show, check and move the cache of builds.",
    discussion: """
      With the cache, 'build', 'run' and 'test' build an app in a folder that all clones of the \
      account share, and restore what was built of the same tree before. It is switched on by \
      'git config --global registry.cache true', by REGISTRY_CACHE=true or a folder in the \
      environment, or by --cache. 'registry.cacheSize' limits its size: 10g by default.

        registry cache
        registry cache verify
        registry cache export builds.cache
        registry cache import builds.cache
      """,
    subcommands: [
      CacheShowCommand.self, CacheVerifyCommand.self, CacheExportCommand.self,
      CacheImportCommand.self, CacheCleanCommand.self,
    ],
    defaultSubcommand: CacheShowCommand.self
  )
}

/// The option that names the cache, and what all of its commands have.
struct CacheFolderOptions: ParsableArguments {
  @Option(value: .folder, help: "The folder of the cache. (default: as configured)")
  var cachePath: String?

  func cache(in workspace: borrowing Workspace, _ console: Console) throws -> BuildCache {
    let configured = try workspace.accountCache(cachePath.map { .at($0) } ?? .configured)
    // It can be looked at where it is switched off, too.
    guard let account = try configured ?? workspace.accountCache(.on) else { throw ExitCode(1) }
    return try BuildCache(
      account,
      surroundings: [],
      limit: workspace.cacheLimit(),
      progress: { console.showPassing($0) }
    )
  }
}

struct CacheShowCommand: Verb {
  static let configuration = CommandConfiguration(
    commandName: "show",
    abstract: "Show whether the cache is on, its size, and what was reused.",
    usage: "registry cache show [<options>]",
    discussion: """
      Also shows the folders in which apps are built, and which clone used them last.

        registry cache show
        registry cache show --cache-path /srv/cache
      """
  )

  @OptionGroup var folder: CacheFolderOptions

  @OptionGroup(title: "Common Options") var global: GlobalOptions

  func run(in workspace: borrowing Workspace, _ console: Console) throws {
    let report = try folder.cache(in: workspace, console).report()
    let isOn = try workspace.accountCache(.configured) != nil
    try console.show(CacheDocument(report: report, isOn: isOn))
  }
}

struct CacheVerifyCommand: Verb {
  static let configuration = CommandConfiguration(
    commandName: "verify",
    abstract: "Check all stored builds, and remove damaged ones.",
    usage: "registry cache verify [--compile <count>] [<options>]",
    discussion: """
      With '--compile', also compiles this many modules, or files of C and C++, of each checked-out \
      build again, and compares the results with the stored ones.

        registry cache verify
        registry cache verify --compile 5
      """
  )

  @Option(value: "count", help: "Compile this many files again, and compare.")
  var compile = 0

  @OptionGroup var folder: CacheFolderOptions

  @OptionGroup(title: "Common Options") var global: GlobalOptions

  func validate() throws {
    guard compile >= 0 else {
      throw ValidationError("invalid count '\(compile)', expected 0 or more")
    }
  }

  func run(in workspace: borrowing Workspace, _ console: Console) throws {
    let cache = try folder.cache(in: workspace, console)
    let result = try console.clearingPassing { try cache.verify(compiling: compile) }
    try console.show(CacheVerificationDocument(result: result, isCompiling: compile > 0))
    guard result.isSound else { throw ExitCode(1) }
  }
}

struct CacheExportCommand: Verb {
  static let configuration = CommandConfiguration(
    commandName: "export",
    abstract: "Write all builds into a file, for another machine.",
    usage: "registry cache export <file> [<options>]",
    discussion: """
      Builds are of use on machines with the same system and toolchain, and with the cache at the \
      same path.

        registry cache export builds.cache
      """
  )

  @Argument(help: "The file.", completion: .file())
  var file: String

  @OptionGroup var folder: CacheFolderOptions

  @OptionGroup(title: "Common Options") var global: GlobalOptions

  func run(in workspace: borrowing Workspace, _ console: Console) throws {
    let cache = try folder.cache(in: workspace, console)
    let result = try console.clearingPassing { try cache.export(to: file) }
    try console.show(CacheExchangeDocument(result: result, verb: "exported"))
  }
}

struct CacheImportCommand: Verb {
  static let configuration = CommandConfiguration(
    commandName: "import",
    abstract: "Add the builds of a file that 'export' wrote.",
    usage: "registry cache import <file> [<options>]",
    discussion: """
      The content of each file is checked against its hash. Import only from those whose builds \
      you would run.

        registry cache import builds.cache
      """
  )

  @Argument(help: "The file.", completion: .file())
  var file: String

  @OptionGroup var folder: CacheFolderOptions

  @OptionGroup(title: "Common Options") var global: GlobalOptions

  func run(in workspace: borrowing Workspace, _ console: Console) throws {
    let cache = try folder.cache(in: workspace, console)
    let result = try console.clearingPassing { try cache.takeOver(from: file) }
    try console.show(CacheExchangeDocument(result: result, verb: "imported"))
  }
}

struct CacheCleanCommand: Verb {
  static let configuration = CommandConfiguration(
    commandName: "clean",
    abstract: "Remove all builds.",
    usage: "registry cache clean [<options>]",
    discussion: """
      The folders in which an app is being built stay.

        registry cache clean
      """
  )

  @OptionGroup var folder: CacheFolderOptions

  @OptionGroup(title: "Common Options") var global: GlobalOptions

  func run(in workspace: borrowing Workspace, _ console: Console) throws {
    let taken = try folder.cache(in: workspace, console).clean()
    for name in taken { console.note("note: '\(name)' is in use, and stays") }
    try console.show(CacheCleaningDocument(inUse: taken))
  }
}
