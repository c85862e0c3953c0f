/// The public headers of a C module: what they declare, what they include, and the module map.
///
/// The text is that of all files, each behind a line that ``mark(_:)`` makes.
struct PublicHeaders {
  /// A declaration or a macro.
  struct Item: Hashable {
    /// The text without comments, and with single spaces.
    let text: String
    /// The `#if` that it is below, without those of include guards and of C++.
    var conditions: Set<String>
    /// Whether it is a macro of the headers that stands for declarations.
    var isMacroUse = false
    /// Whether it declares a type, or mentions one by its kind.
    let hasType: Bool

    /// Whether it is the use or the definition of a macro, which Swift may see nothing of.
    var isMacro: Bool { isMacroUse || text.hasPrefix("#") }
  }

  /// The declarations and macros, by their text without parameter names and insignificant spaces.
  private(set) var items: [String: Item] = [:]
  /// The names that each file includes, by the name of the file.
  private(set) var includes: [String: Set<String>] = [:]
  /// The statements of module maps.
  private(set) var moduleMap: Set<String> = []
  /// The names of the macros with parameters that stand for whole declarations.
  private let declaringMacros: Set<String>
  /// The names of those of them whose declarations have types.
  private let typeMacros: Set<String>

  private static let marker = "//! file "

  /// The line before the text of a file.
  static func mark(_ name: String) -> String { marker + name + "\n" }

  init(_ text: String) {
    let lines = Self.logicalLines(of: Self.withoutComments(text))
    declaringMacros = Self.macros(in: lines) { text in
      text.contains { $0 == ";" || $0 == "{" } && !text.drop(while: \.isWhitespace).hasPrefix("(")
    }
    typeMacros = Self.macros(in: lines, where: Self.hasType)
    var file = ""
    var part: [Substring] = []
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      guard line.hasPrefix(Self.marker) else {
        part.append(line)
        continue
      }
      add(part.joined(separator: "\n"), of: file)
      (file, part) = (String(line.dropFirst(Self.marker.count)), [])
    }
    add(part.joined(separator: "\n"), of: file)
  }

  private mutating func add(_ text: String, of file: String) {
    let lines = Self.logicalLines(of: Self.withoutComments(text))
    if file.hasSuffix(".modulemap") {
      moduleMap.formUnion(lines.filter { $0 != "}" })
      return
    }
    if file.isEmpty && lines.isEmpty { return }
    includes[file] = []
    addItems(of: lines, in: file)
  }

  private mutating func addItems(of lines: [String], in file: String) {
    var item = ""
    var depth = 0
    var conditions: [String] = []
    for (position, line) in lines.enumerated() {
      if line.hasPrefix("#") {
        let next = lines.dropFirst(position + 1).first ?? ""
        readDirective(line, next, in: file, &conditions)
        continue
      }
      if item.trimmed.isEmpty, isMacroUse(line) {
        add(line, conditions, isMacroUse: true)
        continue
      }
      for character in line + " " {
        switch character {
        case "{":
          // `extern "C" {` is around declarations.
          if item.trimmed == "extern \"C\"" { item = ""; continue }
          depth += 1
          item.append(character)
        case "}":
          if depth == 0 { item = ""; continue }
          depth -= 1
          item.append(character)
          if depth == 0, let signature = Self.signature(of: item) {
            add(signature, conditions)
            item = ""
          }
        case ";" where depth == 0:
          add(item, conditions)
          item = ""
        default: item.append(character)
        }
      }
    }
  }

  /// - Parameter next: The line behind it, which tells an include guard.
  private mutating func readDirective(
    _ line: String,
    _ next: String,
    in file: String,
    _ conditions: inout [String]
  ) {
    let words = line.split(separator: " ", maxSplits: 1).map(String.init)
    let rest = words.count > 1 ? words[1] : ""
    switch words[0] {
    case "#define", "#undef": add(line, conditions)
    case "#include", "#import", "#include_next":
      includes[file, default: []].insert(
        String(rest.dropFirst().prefix { $0 != "\"" && $0 != ">" })
      )
    case "#ifndef" where "\(next) ".hasPrefix("#define \(rest) "): conditions.append("")
    case "#if", "#ifdef", "#ifndef":
      conditions.append(rest.contains("__cplusplus") ? "" : line)
    case "#else", "#elif", "#elifdef", "#elifndef":
      guard let last = conditions.popLast() else { return }
      conditions.append(last.isEmpty ? "" : "\(line) of \(last)")
    case "#endif": _ = conditions.popLast()
    default: break
    }
  }

  /// The macros with parameters whose text meets a condition, or has the name of another one of them.
  private static func macros(
    in lines: [String],
    where isMet: (Substring) -> Bool
  ) -> Set<String> {
    let macros = lines.compactMap { line in
      line.prefixMatch(of: /#define\s+(\w+)\([^)]*\)/)
        .map { (name: String($0.1), text: line[$0.range.upperBound...]) }
    }
    var found = Set(macros.filter { isMet($0.text) }.map(\.name))
    var count = 0
    while found.count > count {
      count = found.count
      let users = macros.filter { macro in
        macro.text.split { !$0.isLetter && !$0.isNumber && $0 != "_" }
          .contains { found.contains(String($0)) }
      }
      found.formUnion(users.map(\.name))
    }
    return found
  }

  private static func hasType(_ text: some StringProtocol) -> Bool {
    text.split(separator: " ").contains { ["struct", "enum", "union", "typedef"].contains($0) }
  }

  /// Whether a line is one such macro with its arguments, and nothing else.
  private func isMacroUse(_ line: String) -> Bool {
    guard let open = line.firstIndex(of: "("), line.hasSuffix(")"),
      declaringMacros.contains(line[..<open].trimmed)
    else { return false }
    var depth = 0
    for character in line[open...].dropLast() {
      if character == "(" { depth += 1 }
      if character == ")" { depth -= 1 }
      if depth == 0 { return false }
    }
    return depth == 1
  }

  private mutating func add(_ item: String, _ conditions: [String], isMacroUse: Bool = false) {
    let text = item.trimmed
    if text.isEmpty { return }
    let key = text.hasPrefix("#") ? text : CDeclaration(text).normalized
    let own = Set(conditions.filter { !$0.isEmpty })
    // What is declared under several conditions needs only what all of them need.
    let all = items[key].map { $0.conditions.intersection(own) } ?? own
    let hasType =
      isMacroUse
      ? typeMacros.contains(text.prefix { $0 != "(" }.trimmed) : Self.hasType(text)
    items[key] = Item(text: text, conditions: all, isMacroUse: isMacroUse, hasType: hasType)
  }

  /// Returns the names that a file includes, and those that these include in turn.
  func closure(of file: String) -> Set<String> {
    var found: Set<String> = []
    var open = [file]
    while let name = open.popLast() {
      for include in includes[name] ?? [] where found.insert(include).inserted {
        // Headers of the module are found by any end of their path.
        let own = includes.keys.filter { $0 == include || $0.hasSuffix("/\(include)") }
        open += own
      }
    }
    return found
  }

  /// Returns the text before the body of a function; `nil` for other braces.
  private static func signature(of item: String) -> String? {
    let head = item.prefix { $0 != "{" }
    let words = head.split(whereSeparator: \.isWhitespace)
    let isType = words.contains { ["struct", "enum", "union", "typedef"].contains($0) }
    return head.contains("(") && !head.contains("=") && !(isType && !head.trimmed.hasSuffix(")"))
      ? String(head) : nil
  }

  private static func logicalLines(of text: String) -> [String] {
    text.replacing("\\\n", with: " ").split(whereSeparator: \.isNewline).map { String($0).trimmed }
      .map { $0.hasPrefix("#") ? $0.replacing(/^#\s+/, with: "#") : $0 }
      .filter { !$0.isEmpty }
  }

  private static func withoutComments(_ text: String) -> String {
    text.replacing(/\/\*.*?\*\//.dotMatchesNewlines(), with: " ").replacing(/\/\/[^\n]*/, with: "")
  }
}

/// The text of a declaration, taken apart.
private struct CDeclaration {
  private var tokens: [String] = []

  init(_ text: String) {
    var word = ""
    for character in text + " " {
      if character.isLetter || character.isNumber || character == "_" {
        word.append(character)
        continue
      }
      if !word.isEmpty { tokens.append(word) }
      word = ""
      if !character.isWhitespace { tokens.append(String(character)) }
    }
  }

  /// Words behind which a name is one of a type.
  private static let beforeTypes: Set = [
    "struct", "enum", "union", "const", "volatile", "restrict", "register", "_Nonnull", "_Nullable",
  ]
  private static let types: Set = [
    "void", "char", "short", "int", "long", "float", "double", "signed", "unsigned", "bool",
    "_Bool",
    "const", "volatile", "restrict",
  ]

  /// The tokens without the names of a function's parameters.
  var normalized: String {
    guard tokens.first != "typedef", !tokens.contains("{"), let open = tokens.firstIndex(of: "("),
      let close = tokens.lastIndex(of: ")"), open < close
    else { return tokens.joined(separator: " ") }
    var result = Array(tokens[...open])
    var parameter: [String] = []
    var depth = 0
    for token in tokens[(open + 1)..<close] {
      if token == "(" || token == "[" { depth += 1 }
      if token == ")" || token == "]" { depth -= 1 }
      if token == ",", depth == 0 {
        result += Self.unnamed(parameter) + [","]
        parameter = []
      } else {
        parameter.append(token)
      }
    }
    return (result + Self.unnamed(parameter) + Array(tokens[close...])).joined(separator: " ")
  }

  private static func unnamed(_ parameter: [String]) -> [String] {
    // `int (*done)(int)` has its name behind the star.
    if let star = parameter.firstIndex(of: "*"), star > 0, parameter[star - 1] == "(",
      parameter.indices.contains(star + 2), parameter[star + 2] == ")"
    {
      var result = parameter
      result.remove(at: star + 1)
      return result
    }
    let end = parameter.firstIndex(of: "[") ?? parameter.endIndex
    guard end > 1, isName(parameter[end - 1]), !beforeTypes.contains(parameter[end - 2]),
      isName(parameter[end - 2]) || types.contains(parameter[end - 2]) || parameter[end - 2] == "*"
    else { return parameter }
    var result = parameter
    result.remove(at: end - 1)
    return result
  }

  private static func isName(_ token: String) -> Bool {
    !types.contains(token) && (token.first.map { $0.isLetter || $0 == "_" } ?? false)
  }
}

extension StringProtocol {
  /// The text with single spaces, and none around it.
  fileprivate var trimmed: String {
    split(whereSeparator: \.isWhitespace).joined(separator: " ")
  }
}

extension InterfaceDifference {
  /// The conditions that all clients in Swift meet.
  private static let swiftConditions: Set = ["#if defined(__swift__)", "#ifdef __swift__"]

  /// The text of a public header, or of a module map, as ``init(ofHeadersFrom:to:module:onlyTypes:)``
  /// takes it.
  public static func header(_ text: String, named name: String) -> String {
    PublicHeaders.mark(name) + text
  }

  /// Compares the public headers of a C module as text, with its module map.
  ///
  /// - Parameters:
  ///   - onlyTypes: Whether clients get no more of the module than values of its types.
  ///   - onlySwift: Whether clients cannot include it in C, since it is in no product.
  ///   - imported: What Swift imports of the module in both states, as
  ///     `swift-synthesize-interface` writes it; `nil` if it is not known. Where clients get values of
  ///     its types alone, another text is no change as long as it imports the same types.
  public init(
    ofHeadersFrom old: String,
    to new: String,
    module: String,
    onlyTypes: Bool = false,
    onlySwift: Bool = false,
    imported: (old: ModuleInterface, new: ModuleInterface)? = nil
  ) {
    let (before, after) = (PublicHeaders(old), PublicHeaders(new))
    let hasTypes = imported.map { $0.new.hasTypes(of: $0.old) } ?? false
    let change = { (rule: Rule, item: String, words: String) in
      let name = item.count > 60 ? item.prefix(57) + "..." : item[...]
      return InterfaceChange(
        rule,
        module: module,
        declaration: String(name),
        words: "'\(name)' \(words)"
      )
    }
    let counts = { (item: PublicHeaders.Item) in !onlyTypes || item.hasType }
    // What is below a condition may be there on systems alone for which nothing was imported.
    let isImported = { (item: PublicHeaders.Item) in
      onlyTypes && hasTypes
        && (item.isMacro || item.conditions.subtracting(Self.swiftConditions).isEmpty)
    }
    var changes: [InterfaceChange] = []
    for (key, item) in before.items where counts(item) {
      guard let other = after.items[key] else {
        if isImported(item) { continue }
        changes.append(change(.headerChanged, item.text, "is no longer in the headers"))
        continue
      }
      let added = other.conditions.subtracting(item.conditions)
        .filter { !onlySwift || !Self.swiftConditions.contains($0) }
      if let condition = added.min(), !item.isMacro || !isImported(item) {
        changes.append(change(.headerChanged, item.text, "is below '\(condition)' now"))
      }
    }
    for (key, item) in after.items where before.items[key] == nil && counts(item) {
      changes.append(change(.headerExtended, item.text, "was added to the headers"))
    }
    if !onlyTypes {
      for file in before.includes.keys.sorted() {
        guard after.includes[file] != nil else {
          changes.append(change(.includeRemoved, file, "is no longer a public header"))
          continue
        }
        for name in before.closure(of: file).subtracting(after.closure(of: file)).sorted() {
          changes.append(change(.includeRemoved, file, "no longer includes '\(name)'"))
        }
      }
      for line in before.moduleMap.subtracting(after.moduleMap) {
        changes.append(change(.moduleMapChanged, line, "is no longer in the module map"))
      }
    }
    self.init(changes)
  }
}

extension ModuleInterface {
  /// Returns the part of the interface, of a module in C, that clients of other modules get values of.
  ///
  /// - Parameter texts: The interfaces of these modules.
  public func only(namedIn texts: some Collection<String>) -> ModuleInterface {
    var found: Set<String> = []
    var open = declarations.filter { $0.kind.isType && $0.context == nil }
      .map { $0.qualifiedName(in: name) }
      .filter { name in texts.contains { $0.contains(name) } }
    while let type = open.popLast() {
      guard found.insert(type).inserted else { continue }
      for declaration in only([type]).declarations {
        declaration.eachType { part in
          part.eachName { names in
            if names.count > 1, names[0].name == name { open.append("\(name).\(names[1].name)") }
          }
        }
      }
    }
    return only(found)
  }

  /// Whether it has all types of another state of the module, with their members.
  fileprivate func hasTypes(of old: ModuleInterface) -> Bool {
    let parts = { (interface: ModuleInterface) in
      interface.declarations.filter { $0.kind.isType || $0.context != nil }
    }
    let own = Dictionary(grouping: parts(self), by: \.name)
    return parts(old).allSatisfy { own[$0.name]?.contains($0) ?? false }
      && Set(old.conformances).isSubset(of: conformances)
  }
}
