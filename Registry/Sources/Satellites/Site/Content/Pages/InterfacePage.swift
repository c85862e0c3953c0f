import Checks
import Model
import Versions

/// The public API of a release, with a search that needs no script.
struct InterfacePage: Sendable {
  private let frame: PageFrame
  private let history: ComponentHistory
  private let version: SemanticVersion
  private let query: String
  /// The declarations of each module, as far as they are searched for.
  private let modules: [(name: String, declarations: [String])]
  private let summary: String

  /// - Parameters:
  ///   - modules: Those that clients import.
  ///   - query: What the declarations must contain; empty for all.
  init(
    _ interface: PackageInterface,
    of modules: [String],
    in history: ComponentHistory,
    _ version: SemanticVersion,
    query: String,
    frame: PageFrame
  ) {
    (self.frame, self.history, self.version, self.query) = (frame, history, version, query)
    let all = modules.compactMap { module in
      interface.text(of: module).map {
        (name: module, declarations: InterfaceText($0).declarations)
      }
    }
    let wanted = query.lowercased()
    self.modules = all.map { module in
      let found = module.declarations.filter {
        wanted.isEmpty || $0.lowercased().contains(wanted)
      }
      return (module.name, found)
    }.filter { !$0.declarations.isEmpty }
    let count = { (modules: [(name: String, declarations: [String])]) in
      modules.reduce(0) { $0 + $1.declarations.count }
    }
    let total = Words.count(count(all), "declaration")
    summary =
      wanted.isEmpty
      ? "\(total) in \(Words.count(all.count, "module")), as the compiler writes them"
      : "\(count(self.modules)) of \(total)"
  }

  var text: String {
    let release = frame.paths.release(history.scope, history.name, version)
    return frame.document {
      HTML.title(
        "Public API of \(HTML.link("\(history.name) \(version)", release))",
        #"<p class="muted">\#(summary)</p>"#
      )
      frame.search(query, "Search in the declarations", at: nil, isFiltered: !query.isEmpty)
      if modules.isEmpty {
        let words =
          query.isEmpty ? "There are no public declarations." : "No declaration matches."
        #"<p class="empty">\#(words)</p>"#
      }
      for module in modules {
        #"<section class="declarations" aria-labelledby="module-\#(module.name)">"#
        #"<h2 id="module-\#(module.name)">\#(module.name)</h2>"#
        for declaration in module.declarations {
          #"<pre tabindex="0">\#(HTML.code(declaration))</pre>"#
        }
        "</section>"
      }
    }
  }
}

/// The public interface of a module, as the compiler wrote it, declaration by declaration.
struct InterfaceText: Sendable {
  /// In the order of the text, without imports, conditions of the compiler, and what is not public.
  let declarations: [String]

  init(_ text: String) {
    var declarations: [String] = []
    var open: [Substring] = []
    for line in text.split(separator: "\n") {
      let isNested = line.hasPrefix(" ") || line.hasPrefix("}")
      if Self.isHidden(line) { continue }
      open.append(line)
      // Attributes stand above what they are of.
      let isOpen = isNested ? !line.hasPrefix("}") : line.hasSuffix("{") || Self.isAttribute(line)
      if !isOpen {
        declarations.append(Self.readable(open))
        open = []
      }
    }
    if !open.isEmpty { declarations.append(Self.readable(open)) }
    self.declarations = declarations
  }

  private static let hidden = [
    "import ", "@_exported import ", "#", "//", "private ", "internal ", "fileprivate ",
    "final private ", "final internal ", "final fileprivate ", "@_implements",
  ]

  private static func isHidden(_ line: Substring) -> Bool {
    let text = line.drop { $0 == " " }
    return hidden.contains(where: text.hasPrefix)
  }

  private static let keywords: Set<Substring> = [
    "actor", "associatedtype", "case", "class", "enum", "extension", "func", "init", "let", "macro",
    "operator", "precedencegroup", "protocol", "struct", "subscript", "typealias", "var",
  ]

  /// Whether a line has attributes alone.
  private static func isAttribute(_ line: Substring) -> Bool {
    line.hasPrefix("@")
      && !line.split(whereSeparator: { " (:<".contains($0) }).contains(where: keywords.contains)
  }

  /// Without what the compiler writes for itself: it names the module of each type, also that of the
  /// standard library.
  private static func readable(_ lines: [Substring]) -> String {
    lines.joined(separator: "\n")
      .replacing(/\bSwift\.(?=[A-Z])/, with: "")
      .replacing(#/@_has(InitialValue|MissingDesignatedInitializers) /#, with: "")
      .replacing(/\{\n +get\n +\}/, with: "{ get }")
      .replacing(/\{\n +get\n +set\n +\}/, with: "{ get set }")
  }
}
