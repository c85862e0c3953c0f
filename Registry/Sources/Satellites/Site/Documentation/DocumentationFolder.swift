package import Base
package import Checks
package import Versions

/// The folder with the documentation of releases: `NAME/VERSION/MODULE` for each module.
package struct DocumentationFolder: Sendable {
  /// The absolute path of the folder.
  package let path: String
  /// The path of the folder on the web server.
  private let base: String

  /// The path of the documentation on the web server of a registry.
  package static let usualBase = "docs"

  /// - Parameter prefix: The path of the registry on its web server, if it is not the root.
  package init(_ path: String, below prefix: String = "") throws(OperationError) {
    let parts = prefix.split(separator: "/").map(String.init) + [Self.usualBase]
    (self.path, base) = (try LocalFile.absolutePath(path), parts.joined(separator: "/"))
  }

  /// The folder of a release; missing if it has no documentation.
  package func place(of component: ComponentName, _ version: SemanticVersion) -> String {
    "\(path)/\(component)/\(version)"
  }

  /// The part of a file in the documentation.
  package enum Part: Sendable {
    /// A page that DocC wrote, or the start page: none has text or markup of the package.
    case page
    /// A file that a package offers for downloading.
    case download
    /// Any other, which may be the package's own, such as a picture.
    case content
  }

  /// - Parameter names: Those of the path below the folder of a release, the file's last.
  package static func part(at names: some Collection<String>) -> Part {
    let folders = names.dropLast()
    let kind = folders.dropFirst().first
    if kind == downloads { return .download }
    guard let name = names.dropFirst(folders.count).first, name == "index.html" else {
      return .content
    }
    return kind.map(pageFolders.contains) ?? true ? .page : .content
  }

  /// The folder of a module with what is offered for downloading, and those with pages.
  package static let downloads = "downloads"
  package static let pageFolders = ["documentation", "tutorials"]

  func base(of component: ComponentName, _ version: SemanticVersion) -> String {
    "\(base)/\(component)/\(version)"
  }

  /// The documentation that there is for a release.
  package func documentation(
    of component: ComponentName,
    _ version: SemanticVersion
  ) -> ReleaseDocumentation {
    let place = place(of: component, version)
    var known = ReleaseDocumentation()
    known.hasPages = LocalFile.kind(at: "\(place)/index.html") == .file
    known.hasInterface = LocalFile.kind(at: "\(place)/\(Self.interfaceFile)") == .file
    return known
  }

  /// The components with documentation, in the order of their names.
  package var components: [ComponentName] {
    guard LocalFile.kind(at: path) == .directory else { return [] }
    return ((try? LocalFile.names(in: path)) ?? []).compactMap { try? ComponentName($0) }.sorted()
  }

  /// Differs whenever the documentation of another release of a component is there.
  package func stamp(of component: ComponentName) -> String {
    let folder = "\(path)/\(component)"
    guard LocalFile.kind(at: folder) == .directory else { return "" }
    return ((try? LocalFile.names(in: folder)) ?? []).filter { !$0.hasPrefix(".") }.sorted()
      .joined(separator: " ")
  }

  /// Moves the scripts out of the pages that were written when they stayed in them.
  func moveScripts() throws(OperationError) {
    for component in components {
      let releases = "\(path)/\(component)"
      guard LocalFile.kind(at: releases) == .directory else { continue }
      for version in try LocalFile.names(in: releases) where !version.hasPrefix(".") {
        let modules = "\(releases)/\(version)"
        guard LocalFile.kind(at: modules) == .directory else { continue }
        for module in try LocalFile.names(in: modules) {
          try DocumentationPages(in: "\(modules)/\(module)").moveScripts()
        }
      }
    }
  }

  /// The public interface of a release; `nil` if it is not known.
  package func interface(
    of component: ComponentName,
    _ version: SemanticVersion
  ) throws(OperationError) -> PackageInterface? {
    let file = "\(place(of: component, version))/\(Self.interfaceFile)"
    return try LocalFile.read(file).flatMap(PackageInterface.init(keptText:))
  }

  /// - Parameter folder: That of one release.
  static func add(_ interface: PackageInterface, to folder: String) throws {
    try LocalFile.fill("\(folder)/\(interfaceFile)", with: interface.json())
  }

  /// Beside the folders of the modules.
  private static let interfaceFile = "api.json"

  /// Waits until no other run writes into the folder.
  ///
  /// - Parameter waiting: Called once with a message, if another one does.
  func lock(waiting: (String) -> Void) throws(OperationError) -> FileLock {
    try LocalFile.makeDirectories(path)
    // A build that a killed run has left writes into the folder as well.
    return try FileLock.take(
      at: "\(path)/.lock",
      for: "writing documentation",
      limit: .seconds(600),
      includesPrograms: true,
      waiting: waiting
    )
  }

  /// The files below a folder and their folders, its own included.
  private static func contents(of folder: String) throws(OperationError) -> [String] {
    var contents: [String] = []
    for name in try LocalFile.names(in: folder) {
      let path = "\(folder)/\(name)"
      switch LocalFile.kind(at: path) {
      case .directory: contents += try Self.contents(of: path)
      case .file: contents.append(path)
      default: break
      }
    }
    return contents + [folder]
  }

  /// Writes the documentation of a release, all of it or nothing; nothing if it has no modules.
  ///
  /// - Parameter body: Fills an empty folder and returns the modules in it.
  func write(
    _ component: ComponentName,
    _ version: SemanticVersion,
    _ body: (String) throws -> [String]
  ) throws -> [String] {
    try LocalFile.makeDirectories("\(path)/\(component)")
    let unfinished = "\(path)/\(component)/.\(version)"
    // What a run left that was killed.
    try LocalFile.removeAll(unfinished)
    try LocalFile.makeDirectories(unfinished)
    do {
      let modules = try body(unfinished)
      guard !modules.isEmpty else {
        try LocalFile.removeAll(unfinished)
        return []
      }
      for module in modules { try DocumentationPages(in: "\(unfinished)/\(module)").moveScripts() }
      try LocalFile.fill("\(unfinished)/index.html", with: Array(start(modules).utf8))
      try LocalFile.sync(all: Self.contents(of: unfinished))
      try LocalFile.move(unfinished, to: place(of: component, version))
      try LocalFile.sync(all: ["\(path)/\(component)"])
      return modules
    } catch {
      try LocalFile.removeAll(unfinished)
      throw error
    }
  }

  /// The page that one comes to first: that of the only module, or a list.
  private func start(_ modules: [String]) -> String {
    let links = modules.map { "\($0)/documentation/\($0.lowercased())/" }
    let head =
      modules.count == 1
      ? "<meta http-equiv=\"refresh\" content=\"0; url=\(links[0])\">"
      : "<title>Documentation</title>"
    let items = zip(modules, links).map { "<li><a href=\"\($1)\">\($0)</a></li>" }
    return """
      <!DOCTYPE html>
      <html lang="en"><head><meta charset="utf-8">\(head)</head>
      <body><ul>\(items.joined())</ul></body></html>

      """
  }
}

/// The parts of a release's documentation that exist, which ``BuildDocumentation`` makes.
package struct ReleaseDocumentation: Hashable, Sendable {
  /// Whether there are pages of DocC.
  package var hasPages = false
  /// Whether the public interface is known.
  package var hasInterface = false

  package init() {}
}

/// The pages of one module, as DocC writes them.
///
/// Each has one script in itself, which tells the others where they are. A policy that allows it by its
/// hash is another for each release, which the configuration of a web server cannot have, and one that
/// allows all such scripts also runs those of links in a package's text. So the script becomes a file.
package struct DocumentationPages {
  /// The script in a page; in this form it can do nothing but name a path.
  package static var inlineScript: Regex<(Substring, script: Substring, path: Substring)> {
    /<script>(?<script>var baseUrl = "(?<path>[A-Za-z0-9\/._~+%-]*)"(?:;)?)<\/script>/
  }

  /// Beside DocC's own.
  private static let scriptFile = "js/registry-base.js"

  private let folder: String

  /// - Parameter folder: That of a module.
  init(in folder: String) {
    self.folder = folder
  }

  /// Moves the script out of all pages, unless that was done before.
  func moveScripts() throws(OperationError) {
    let start = "\(folder)/index.html"
    guard let script = try Self.text(of: start).firstMatch(of: Self.inlineScript)?.script else {
      return
    }
    try LocalFile.update("\(folder)/\(Self.scriptFile)", to: Array(script.utf8))
    let pages = try LocalFile.files(below: folder).filter { $0.hasSuffix("/index.html") }
    // The start page last, so that a run that was stopped is repeated.
    for page in pages.filter({ $0 != start }) + [start] {
      let text = try Self.text(of: page)
      let moved = text.replacing(Self.inlineScript) { match in
        "<script src=\"\(match.path)\(Self.scriptFile)\"></script>"
      }
      try LocalFile.update(page, to: Array(moved.utf8))
    }
  }

  /// Empty if there is no such file.
  private static func text(of page: String) throws(OperationError) -> String {
    String(decoding: try LocalFile.read(page) ?? [], as: UTF8.self)
  }
}
