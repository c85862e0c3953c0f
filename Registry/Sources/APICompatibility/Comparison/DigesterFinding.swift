/// One line of the digester, taken apart.
struct DigesterFinding: Hashable {
  let module: String
  let kind: String
  let declaration: String
  /// From the verb on, as in `has been removed`.
  let phrase: String

  init?(_ line: String) {
    guard let match = line.wholeMatch(of: /([^ :]+): ([A-Z][A-Za-z]*) (.+?) ((?:has|is) .+)/)
    else { return nil }
    module = String(match.output.1)
    kind = String(match.output.2)
    declaration = String(match.output.3)
    phrase = String(match.output.4.replacing("Swift.", with: ""))
  }

  /// The declaration as it is written in code.
  var name: String {
    switch kind {
    case "Constructor", "Destructor": declaration
    case "EnumElement": "case \(declaration)"
    case "Accessor": "accessor \(declaration)"
    default:
      kind.hasSuffix("Operator") ? "operator \(declaration)" : "\(kind.lowercased()) \(declaration)"
    }
  }

  /// The property or subscript that a setter belongs to.
  var property: String? {
    let ending = ".Set()"
    guard kind == "Accessor", declaration.hasSuffix(ending) else { return nil }
    return String(declaration.dropLast(ending.count))
  }

  /// Whether other findings say the same.
  var isRepetition: Bool {
    kind == "Accessor" && !(property != nil && phrase == "has been removed")
      && !phrase.contains("throwing")
  }
}
