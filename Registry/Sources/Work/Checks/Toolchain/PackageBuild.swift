package import Base
package import Model
import SemverRules

/// A package as it is on the disk, built by the stock package manager.
package struct PackageBuild: Sendable {
  package let toolchain: Toolchain
  /// The platform to build for.
  package let target: BuildTarget
  /// The folder of `Package.swift`.
  package let package: String
  /// The folder for everything that the build makes.
  package let scratch: String
  /// The prefix of the paths in the compiler's messages, which is not shown.
  package let root: String
  /// The limits of the build, whose folder has all other folders; `nil` for a build with all rights
  /// of the account.
  package let confinement: Confinement?

  package init(
    toolchain: Toolchain,
    target: BuildTarget,
    package: String,
    scratch: String,
    root: String,
    confinement: Confinement? = nil
  ) {
    (self.toolchain, self.target) = (toolchain, target)
    self.package = package
    self.scratch = scratch
    self.root = root
    self.confinement = confinement
  }

  /// The folder that has the modules when a build is done.
  package var modules: String { "\(scratch)/debug/Modules" }

  /// The file with what the package manager told the compiler.
  package var commands: String { "\(scratch)/debug.yaml" }

  /// Builds all that the package has but its tests.
  package func build(progress: (BuildStep) -> Void) throws(OperationError) {
    // The index is for editors, and for tests: it is how they are found.
    try run("build", ["--disable-index-store"], .buildFailed, progress)
  }

  /// Builds a target and all that it depends on, and writes the interfaces of their modules.
  ///
  /// - Parameter traits: Whether all traits of the package are on, or those that are by default.
  package func buildInterfaces(
    of target: String,
    traits: Traits,
    progress: (BuildStep) -> Void
  ) throws(OperationError) {
    let arguments = Self.interfaces + ["--target", target] + traits.arguments
    try run("build", arguments, .buildFailed, progress)
  }

  /// The traits of a package with which its interface is read.
  package enum Traits: String, CaseIterable, Codable, Sendable {
    case `default`
    case all

    fileprivate var arguments: [String] { self == .all ? ["--enable-all-traits"] : [] }
  }

  /// An interface is meant for library evolution, without which the compiler warns of it: that must
  /// not be an error for packages that take warnings for such.
  private static let interfaces = [
    "--disable-index-store", "--enable-parseable-module-interfaces", "-Xswiftc",
    "-no-warnings-as-errors",
  ]

  /// The result of building several packages.
  package enum Outcome: Equatable {
    case built
    /// The files with errors, by their absolute paths; none where the package manager names none.
    case failed(files: Set<String>)
  }

  /// Builds the modules of a target and of all that it depends on, with their interfaces.
  ///
  /// - Parameter isShallow: Whether the bodies of functions are left out, which no public interface
  ///   depends on. It takes a fraction of the time. What a build with errors left behind must not be
  ///   built on, since the next build would not tell of them again.
  package func buildModules(
    of target: String,
    isShallow: Bool,
    progress: (BuildStep) -> Void
  ) throws(OperationError) -> Outcome {
    let shallow = [
      "--experimental-prepare-for-indexing", "--experimental-prepare-for-indexing-no-lazy",
    ]
    let outcome = try outcome(
      "build",
      Self.interfaces + ["--target", target] + (isShallow ? shallow : []),
      progress
    )
    let lines = outcome.output.split(whereSeparator: \.isNewline)
    let errors = lines.filter(BuildComplaint.isError)
    if outcome.status == 0, errors.isEmpty { return .built }
    let files = errors.compactMap { $0.prefixMatch(of: /(\/[^:]+):/)?.1 }
    return .failed(files: Set(files.map(String.init)))
  }

  /// Builds the package and writes what its modules declare and how that is documented.
  ///
  /// - Parameter modules: Those that must be among them: the package manager fails for modules that it
  ///   makes to run tests.
  /// - Returns: The folder with `MODULE.symbols.json` for each module, and `MODULE@OTHER.symbols.json`
  ///   for what it adds to another.
  package func symbolGraphs(of modules: [String], progress: (BuildStep) -> Void) throws -> String {
    for folder in try symbolGraphFolders() { try LocalFile.removeAll(folder) }
    let arguments = [
      "dump-symbol-graph", "--minimum-access-level", "public", "--skip-inherited-docs",
      "--emit-extension-block-symbols",
    ]
    let outcome = try outcome("package", arguments, progress)
    let failed = outcome.output.matches(of: /Failed to emit symbol graph for '([^']+)'/)
      .map { String($0.1) }
    let isDone = outcome.status == 0 || !failed.isEmpty && !modules.contains(where: failed.contains)
    guard isDone, let folder = try symbolGraphFolders().first else {
      let words = BuildComplaint(output: outcome.output, package: package, root: root)
      throw OperationError(.buildFailed, target.words + words.text)
    }
    return folder
  }

  private func symbolGraphFolders() throws -> [String] {
    guard LocalFile.kind(at: scratch) == .directory else { return [] }
    return try LocalFile.names(in: scratch).map { "\(scratch)/\($0)/symbolgraph" }
      .filter { LocalFile.kind(at: $0) == .directory }
  }

  /// Runs the tests, or only builds them for a system whose programs cannot run here.
  package func test(progress: (BuildStep) -> Void) throws(OperationError) {
    // Nothing looks up the system's modules in the index, which takes longer than a small package.
    let arguments = ["-Xswiftc", "-index-ignore-system-modules"]
    guard target.runsHere else {
      return try run("build", ["--build-tests"] + arguments, .buildFailed, progress)
    }
    try run("test", arguments, .testsFailed, progress)
  }

  private func run(
    _ verb: String,
    _ arguments: [String],
    _ code: OperationError.Code,
    _ progress: (BuildStep) -> Void
  ) throws(OperationError) {
    let outcome = try outcome(verb, arguments, progress)
    guard outcome.status != 0 else { return }
    let words = BuildComplaint(output: outcome.output, package: package, root: root)
    throw OperationError(code, target.words + words.text)
  }

  private func outcome(
    _ verb: String,
    _ arguments: [String],
    _ progress: (BuildStep) -> Void
  ) throws(OperationError) -> ToolProcess.Outcome {
    let command =
      [
        verb, "--package-path", package, "--scratch-path", scratch,
        // What was planned for another package in the same place would be taken for this one's.
        "--disable-build-manifest-caching",
        // Nothing of these builds is debugged, and writing down how takes a fifth of their time.
        "-debug-info-format", "none",
      ] + caches + target.arguments + arguments
    return try tool(toolchain.swift, command).run { line in
      if let step = BuildStep(line) { progress(step) }
    }
  }

  /// A program that works on the package, with the limits of its build.
  package func tool(_ program: String, _ arguments: [String]) throws(OperationError) -> ToolProcess
  {
    var tool = ToolProcess(program: program, arguments: arguments)
    guard let confinement else { return tool }
    tool.confinement = confinement
    tool.inherited = Confinement.inherited
    tool.environment = try unifyingErrors {
      try confinement.variables(programs: toolchain.programs)
    }
    return tool
  }

  /// Reads a file of the build; throws if a confined build has left a link to a file outside of its
  /// folder.
  package func read(_ path: String) throws -> [UInt8]? {
    if let confinement, LocalFile.exists(path) {
      let real = try LocalFile.realPath(path)
      guard real.utf8.starts(with: "\(confinement.folder)/".utf8) else {
        throw OperationError(.buildFailed, "the build leaves a link to '\(real)'")
      }
    }
    return try LocalFile.read(path)
  }

  private var caches: [String] {
    guard let confinement else { return [] }
    return ["cache", "config", "security"].flatMap {
      ["--\($0)-path", "\(confinement.folder)/\($0)"]
    }
  }
}

extension PackageBuild {
  /// Builds what the package offers to others, and reads the public interface of that.
  package func interface(
    of products: LibraryProducts,
    named name: String,
    _ progress: @Sendable (OperationProgress) -> Void
  ) throws -> PackageInterface {
    let task = "building \(name)\(target.words)"
    progress("\(task)")
    var interface = PackageInterface(
      try state(of: products, traits: .default) { progress(OperationProgress(task, $0)) }
    )
    guard !products.traits.isEmpty, !target.choosesTraits else { return interface }
    let second = "\(task) with all traits"
    progress("\(second)")
    do {
      interface.states[Traits.all.rawValue] = try state(of: products, traits: .all) {
        progress(OperationProgress(second, $0))
      }
    } catch let error as OperationError where error.code == .buildFailed {
      interface.traitsFailure = error.message
    }
    return interface
  }

  private func state(
    of products: LibraryProducts,
    traits: Traits,
    _ progress: (BuildStep) -> Void
  ) throws -> PackageInterface.State {
    for target in products.roots {
      try buildInterfaces(of: target, traits: traits, progress: progress)
    }
    return try readInterface(of: products, in: package)
  }

  /// Reads the public interface of what was built.
  ///
  /// - Parameter folder: That of the package.
  func readInterface(
    of products: LibraryProducts,
    in folder: String
  ) throws -> PackageInterface.State {
    var state = PackageInterface.State()
    let commands = String(decoding: try read(commands) ?? [], as: UTF8.self)
    var open = products.modules
    while let name = open.popLast() {
      guard state.modules[name] == nil, state.headers[name] == nil else { continue }
      // One that an earlier build left behind would be taken for this one's.
      let file = "\(modules)/\(name).swiftinterface"
      if commands.contains("/\(name).swiftinterface\""), let bytes = try read(file) {
        let text = Self.withoutHead(String(decoding: bytes, as: UTF8.self))
        state.modules[name] = PublicExcerpt.of(text)
        let sources = "\(folder)/\(products.folders[name] ?? "Sources/\(name)")"
        let builds = products.builds(choosesTraits: target.choosesTraits)
        if let unwritten = try Self.unwritten(in: sources, of: name, builds) {
          state.unwritten = (state.unwritten ?? [:]).merging([name: unwritten]) { $1 }
        }
        open += products.reachable.filter {
          text.contains("import \($0)") || text.contains("\($0).")
        }
      } else if products.modules.contains(name) || products.reachable.contains(name) {
        let target = "\(folder)/\(products.folders[name] ?? "Sources/\(name)")"
        let place = products.headers[name] ?? "include"
        guard let headers = try Self.headers(of: target, in: place) else {
          guard products.modules.contains(name) else { continue }
          throw OperationError(
            .noInterface,
            "the compiler wrote no interface of the module '\(name)'",
            help: "use a toolchain from swift.org"
          )
        }
        state.headers[name] = headers
      }
    }
    let named = state.headers.keys.filter { name in
      state.modules.values.contains { $0.contains("\(name).") }
    }
    let folders = state.headers.keys.sorted().flatMap { name in
      let target = "\(folder)/\(products.folders[name] ?? "Sources/\(name)")"
      return ["\(target)/\(products.headers[name] ?? "include")", "\(scratch)/debug/\(name).build"]
    }
    for name in named.sorted() {
      if let text = try imported(name, searching: folders) {
        state.imported = (state.imported ?? [:]).merging([name: text]) { $1 }
      }
    }
    return state
  }

  /// The types of a module in C, as Swift imports them; `nil` if the toolchain cannot tell.
  ///
  /// - Parameter folders: Those that may contain module maps.
  private func imported(_ module: String, searching folders: [String]) throws -> String? {
    let program = "\(toolchain.programs)/swift-synthesize-interface"
    guard target.name == nil, LocalFile.exists(program) else { return nil }
    let file = "\(scratch)/\(module).imported"
    try LocalFile.remove(file)
    let arguments = [
      "-module-name", module, "-target", toolchain.triple, "-print-fully-qualified-types",
      "-module-cache-path", "\(scratch)/ImportedModules", "-o", file,
    ]
    let outcome = try tool(program, arguments + folders.flatMap { ["-I", $0] }).run()
    guard outcome.status == 0, let text = try read(file) else { return nil }
    return Self.types(in: String(decoding: text, as: UTF8.self))
  }

  /// The declarations of types in an interface, each of which ends at a brace without indentation.
  private static func types(in text: String) -> String {
    var isInside = false
    return text.split(separator: "\n").filter { line in
      if isInside {
        if line == "}" { isInside = false }
        return true
      }
      let words = line.split(separator: " ").drop { ["public", "open"].contains($0) }
      guard let kind = words.first, line.first != " ",
        ["struct", "enum", "class", "protocol", "typealias", "extension"].contains(kind)
      else { return false }
      isInside = line.hasSuffix("{")
      return true
    }.joined(separator: "\n")
  }

  /// What the sources of a module mean to clients, beside its interface; `nil` if nothing.
  private static func unwritten(
    in folder: String,
    of module: String,
    _ builds: [[String: Bool]]
  ) throws -> PackageInterface.Unwritten? {
    var all = PackageInterface.Unwritten()
    for file in try LocalFile.files(below: folder).sorted() where file.hasSuffix(".swift") {
      let text = String(decoding: try LocalFile.read(file) ?? [], as: UTF8.self)
      let found = SourceSupplement(text: text, of: module, builds: builds)
      all.demands += found.demands
      all.uncompiled.merge(found.uncompiled) { $0 + $1 }
    }
    return all == PackageInterface.Unwritten() ? nil : all
  }

  /// The text without the comments that say how it was compiled.
  private static func withoutHead(_ text: String) -> String {
    text.split(separator: "\n", omittingEmptySubsequences: false)
      .drop { $0.hasPrefix("//") }.joined(separator: "\n")
  }

  /// The public headers of a target in C or the like, and its module map, one after the other; `nil`
  /// if it has no files, or has some in Swift.
  ///
  /// - Parameter place: Where they are, relative to the target's folder.
  private static func headers(of target: String, in place: String) throws -> String? {
    let files = try LocalFile.files(below: target)
    guard !files.isEmpty, !files.contains(where: { $0.hasSuffix(".swift") }) else { return nil }
    let folder = place == "." ? "\(target)/" : "\(target)/\(place)/"
    let names = files.filter { file in
      file.hasPrefix(folder) && endings.contains { file.hasSuffix($0) }
    }
    return try names.map { name in
      let text = String(decoding: try LocalFile.read(name) ?? [], as: UTF8.self)
      return InterfaceDifference.header(text, named: String(name.dropFirst(folder.count)))
    }.joined(separator: "\n")
  }

  private static let endings = [".h", ".hh", ".hpp", ".hxx", ".h++", ".inc", ".modulemap"]
}

/// The errors of a failed build: the first ones, with paths relative to the package.
struct BuildComplaint {
  private static let most = 5

  let text: String

  init(output: String, package: String, root: String) {
    var errors: [String] = []
    for line in output.split(whereSeparator: \.isNewline) where Self.isError(line) {
      let short = String(
        line.drop { $0 == " " }.trimmingPrefix("error: ").replacing("\(package)/", with: "")
          .replacing("\(root)/", with: "")
      )
      if !errors.contains(short) { errors.append(short) }
    }
    if errors.isEmpty {
      errors = output.split(whereSeparator: \.isNewline).suffix(Self.most).map(String.init)
    }
    let shown = errors.prefix(Self.most).map { "\n  \($0)" }.joined()
    let rest = errors.count - Self.most
    text = shown + (rest > 0 ? "\n  and \(rest) more" : "")
  }

  /// The compiler's errors have a place before them; what only repeats that something failed has not.
  ///
  /// Those of git, for a dependency, follow what the package manager says.
  static func isError(_ line: Substring) -> Bool {
    if line.drop(while: { $0 == " " }).hasPrefix("fatal: ") { return true }
    if line.contains(": error: ") { return !line.contains("`- error:") }
    return line.hasPrefix("error: ") && !line.hasPrefix("error: fatalError")
      && !line.hasSuffix("(use -v to see invocation)")
  }
}

/// The progress of a build or its tests, by the lines that the package manager prints: those have
/// the words of others, such as warnings of packages that are not the person's.
package enum BuildStep: Hashable, Sendable {
  case compiling(Int, of: Int)
  case gettingPackages
  case runningTests

  /// - Returns: `nil` for a line that tells nothing of it.
  package init?(_ line: Substring) {
    if let match = line.prefixMatch(of: #/\[([0-9]+)/([0-9]+)\] /#),
      let completed = Int(match.1), let total = Int(match.2)
    {
      self = .compiling(completed, of: total)
    } else if line.starts(with: #/(?:Cloning|Creating working copy|Fetching|Updating) /#) {
      self = .gettingPackages
    } else if line.starts(with: #/(?:Test Case|◇ Test) /#) {
      self = .runningTests
    } else {
      return nil
    }
  }
}

extension OperationProgress {
  /// The progress of a task that is a build, or the tests of one.
  package init(_ task: String, _ step: BuildStep) {
    switch step {
    case .compiling(let completed, let total):
      self.init(task, completed: completed, total: total)
    case .gettingPackages: self.init(task, detail: "getting the packages that it uses")
    case .runningTests: self.init(task, detail: "running tests")
    }
  }
}
