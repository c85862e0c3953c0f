import Apps
import ArgumentParser
import Checks
import Model
import SemverRules
import ServerArguments

/// Shows, checks and moves the builds that the clones of an account share.
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
      progress: { console.showProgress($0) }
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
    let result = try console.clearingProgress { try cache.verify(compiling: compile) }
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
    let result = try console.clearingProgress { try cache.export(to: file) }
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
    let result = try console.clearingProgress { try cache.takeOver(from: file) }
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

/// The options that choose whether what is built is shared with other clones.
struct CacheOptions: ParsableArguments {
  @Flag(
    inversion: .prefixedNo,
    help: "Share builds with the other clones of this account. [env:REGISTRY_CACHE]"
  )
  var cache: Bool?

  @Option(value: .folder, help: "Share builds in this folder. [env:REGISTRY_CACHE]")
  var cachePath: String?

  func validate() throws {
    guard cachePath == nil || cache != false else {
      throw ValidationError("'--no-cache' and '--cache-path' cannot be combined")
    }
  }

  var choice: AccountCache.Choice {
    if let cachePath { return .at(cachePath) }
    return switch cache {
    case true?: .on
    case false?: .off
    case nil: .configured
    }
  }

  /// The cache, for builds with the toolchain on the path; `nil` where it is off, or there is none.
  func builds(
    in workspace: borrowing Workspace,
    progress: @escaping @Sendable (OperationProgress) -> Void = { _ in }
  ) throws -> BuildCache? {
    guard let account = try workspace.accountCache(choice) else { return nil }
    // Without a toolchain, the build says so.
    guard let toolchain = try? Toolchain() else { return nil }
    return try BuildCache(
      account,
      surroundings: toolchain.surroundings(),
      limit: workspace.cacheLimit(),
      progress: progress
    )
  }
}

/// The content and the size of the cache of builds.
struct CacheDocument: Document {
  let report: BuildCache.Report
  /// Whether builds use it without an option.
  let isOn: Bool

  var members: JSONMembers {
    [
      "on": isOn,
      "folder": report.folder,
      "builds": report.builds,
      "files": report.files,
      "bytes": report.bytes,
      "limit": report.limit,
      "places": report.places.map {
        ["name": $0.name, "bytes": $0.bytes, "clone": $0.clone, "inUse": $0.isInUse] as JSONMembers
      },
      "lastBuild": report.last.map {
        ["compiled": $0.compiled, "objectFiles": $0.all] as JSONMembers
      },
    ]
  }

  func text(style: Style, width: Int?) -> String {
    var lines = [
      isOn
        ? "the cache is on"
        : "the cache is off: switch it on with 'git config --global registry.cache true'",
      "\(style(.bold, report.folder)) keeps \(counted(report.builds, "build")),"
        + " \(Self.size(report.bytes)) of at most \(Self.size(report.limit))",
    ]
    lines += report.places.map { place in
      let state = place.isInUse ? "in use by" : "last used by"
      return "  \(place.name)  \(Self.size(place.bytes)), \(state) \(place.clone)"
    }
    if let last = report.last {
      lines.append(
        "the last build compiled \(last.compiled) of \(counted(last.all, "object file"))"
      )
    }
    return lines.map { $0 + "\n" }.joined()
  }

  private static func size(_ bytes: Int) -> String {
    bytes >= 1 << 30
      ? "\((bytes * 10 / (1 << 30)).asTenths) GiB" : "\((bytes * 10 / (1 << 20)).asTenths) MiB"
  }
}

extension Int {
  fileprivate var asTenths: String { "\(self / 10).\(self % 10)" }
}

/// The result of a check of the whole cache.
struct CacheVerificationDocument: Document {
  let result: BuildCache.Verification
  /// Whether commands were to be run again.
  let isCompiling: Bool

  var members: JSONMembers {
    [
      "files": result.files,
      "damagedFiles": result.damagedFiles,
      "builds": result.builds,
      "damagedBuilds": result.damagedBuilds,
      "compiled": isCompiling ? result.compiled : nil,
      "different": isCompiling ? result.different : nil,
    ]
  }

  func text(style: Style, width: Int?) -> String {
    let all = "\(counted(result.builds, "build")) with \(counted(result.files, "file"))"
    let damage =
      result.damagedFiles + result.damagedBuilds == 0
      ? "\(all) checked, none is damaged\n"
      : "\(all) checked; removed \(counted(result.damagedFiles, "damaged file")) and"
        + " \(counted(result.damagedBuilds, "build"))\n"
    return damage + (isCompiling ? compilation : "")
  }

  private var compilation: String {
    guard result.different.isEmpty else {
      return "compiled \(result.compiled) again, and removed the builds in which these differ:\n"
        + result.different.map { "  \($0)\n" }.joined()
    }
    return result.compiled == 0
      ? "nothing was compiled again: no build that is kept is checked out\n"
      : "compiled \(result.compiled) again, with the same result\n"
  }
}

/// The builds that were written to a file, or read from one.
struct CacheExchangeDocument: Document {
  let result: BuildCache.Exchange
  let verb: String

  var members: JSONMembers { ["builds": result.builds, "files": result.files] }

  func text(style: Style, width: Int?) -> String {
    "\(verb) \(counted(result.builds, "build")) with \(counted(result.files, "file"))\n"
  }
}

/// The places of the cache that could not be removed.
struct CacheCleaningDocument: Document {
  let inUse: [String]

  var members: JSONMembers { ["inUse": inUse] }

  func text(style: Style, width: Int?) -> String {
    "the build cache is empty" + (inUse.isEmpty ? "" : " but for what is in use") + "\n"
  }
}
