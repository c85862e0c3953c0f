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
