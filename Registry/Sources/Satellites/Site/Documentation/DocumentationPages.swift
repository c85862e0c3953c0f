import Base

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
