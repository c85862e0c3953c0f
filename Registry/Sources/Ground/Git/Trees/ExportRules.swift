package import Base

/// The paths that `git archive` leaves out: those with the attribute `export-ignore` in the tree's
/// own `.gitattributes` files.
///
/// The files of the working tree, the index and the machine have no say, so that the answer follows
/// from the tree alone.
package struct ExportRules {
  private let root: ObjectID
  /// The rules of each `.gitattributes` file, by the folder that contains it.
  private var files: [TreePath: [Rule]] = [:]
  private var macros: [String: Setting] = [:]

  private enum Setting {
    case set
    case other
  }

  private struct Rule {
    let pattern: AttributePattern
    let setting: Setting
  }

  /// The cost of all matches so far, in bytes times places in a pattern.
  private var steps = 0
  /// Half a second of them: patterns and paths may come from a stranger.
  package static let mostSteps = 100_000_000
  private let mostSteps: Int

  /// The name of the files that give attributes.
  package static let fileName: Substring = ".gitattributes"
  private static let attribute = "export-ignore"
  /// As in git, longer lines say nothing.
  private static let longestLine = 2048

  /// - Parameters:
  ///   - root: The whole tree: the files of the folders above count too.
  ///   - mostSteps: What all matches together may cost, in bytes times places in a pattern.
  package init(
    root: ObjectID,
    in repository: borrowing Repository,
    mostSteps: Int = Self.mostSteps
  ) throws(OperationError) {
    (self.root, self.mostSteps) = (root, mostSteps)
    // Only the outermost file may define macros, which set several attributes.
    _ = try rules(in: .root, repository)
  }

  /// Whether the file or folder itself is left out; a folder is left out with all that it contains.
  ///
  /// - Throws: ``OperationError/Code/hostileTree`` where the patterns take too long to match.
  package mutating func leaveOut(
    _ path: TreePath,
    isFolder: Bool,
    in repository: borrowing Repository
  ) throws(OperationError) -> Bool {
    var folder = path
    while !folder.isRoot {
      folder = folder.parent
      let start = folder.isRoot ? 0 : folder.string.utf8.count + 1
      let rest = path.string[...].utf8.dropFirst(start)
      for rule in try rules(in: folder, repository).reversed() {
        if rule.pattern.matches(rest, isFolder: isFolder, steps: &steps) {
          return rule.setting == .set
        }
        guard steps <= mostSteps else {
          throw OperationError(
            .hostileTree,
            "the patterns of the '.gitattributes' files take too long to match",
            help: "use fewer or shorter patterns with '\(Self.attribute)'"
          )
        }
      }
    }
    return false
  }

  /// Whether the files in `folder` and above it, which is all but those below it, say anything.
  package mutating func mayLeaveOut(
    below folder: TreePath,
    in repository: borrowing Repository
  ) throws(OperationError) -> Bool {
    for place in folder.andAncestors where try !rules(in: place, repository).isEmpty { return true }
    return false
  }

  private mutating func rules(
    in folder: TreePath,
    _ repository: borrowing Repository
  ) throws(OperationError) -> [Rule] {
    if let known = files[folder] { return known }
    var rules: [Rule] = []
    let file = folder.appending(TreePath(unchecked: String(Self.fileName)))
    if let entry = try repository.entry(at: file, in: root),
      entry.mode == .file || entry.mode == .executable
    {
      for line in try repository.blob(entry.id).split(separator: 0x0A)
      where line.count <= Self.longestLine {
        if let rule = rule(of: line, mayDefine: folder.isRoot) { rules.append(rule) }
      }
    }
    files[folder] = rules
    return rules
  }

  /// `nil` for a line that says nothing of the attribute.
  private mutating func rule(of line: ArraySlice<UInt8>, mayDefine: Bool) -> Rule? {
    var line = line.drop(while: Self.isSpace)
    guard let first = line.first, first != UInt8(ascii: "#") else { return nil }
    let name: [UInt8]
    if first == UInt8(ascii: "\""), let quoted = Self.quoted(line) {
      (name, line) = (quoted.text, quoted.rest)
    } else {
      name = Array(line.prefix { !Self.isSpace($0) })
      line = line.dropFirst(name.count)
    }
    var setting: Setting?
    for word in line.split(whereSeparator: Self.isSpace) {
      setting = self.setting(of: word) ?? setting
    }
    let definition = Array("[attr]".utf8)
    if name.starts(with: definition) {
      if mayDefine {
        macros[String(decoding: name.dropFirst(definition.count), as: UTF8.self)] = setting
      }
      return nil
    }
    guard let setting, let pattern = AttributePattern(name) else { return nil }
    return Rule(pattern: pattern, setting: setting)
  }

  private func setting(of word: ArraySlice<UInt8>) -> Setting? {
    var name = word
    var isSet = true
    if let sign = name.first, sign == UInt8(ascii: "-") || sign == UInt8(ascii: "!") {
      isSet = false
      name = name.dropFirst()
    }
    if let equals = name.firstIndex(of: UInt8(ascii: "=")) {
      isSet = false
      name = name[..<equals]
    }
    let text = String(decoding: name, as: UTF8.self)
    if text == Self.attribute { return isSet ? .set : .other }
    return isSet ? macros[text] : nil
  }

  /// The text between double quotes, and what follows.
  private static func quoted(
    _ line: ArraySlice<UInt8>
  ) -> (text: [UInt8], rest: ArraySlice<UInt8>)? {
    let escapes: [UInt8: UInt8] = [
      UInt8(ascii: "a"): 7, UInt8(ascii: "b"): 8, UInt8(ascii: "f"): 12, UInt8(ascii: "n"): 10,
      UInt8(ascii: "r"): 13, UInt8(ascii: "t"): 9, UInt8(ascii: "v"): 11,
      UInt8(ascii: "\\"): UInt8(ascii: "\\"), UInt8(ascii: "\""): UInt8(ascii: "\""),
    ]
    var text: [UInt8] = []
    var rest = line.dropFirst()
    while let byte = rest.popFirst() {
      if byte == UInt8(ascii: "\"") { return (text, rest) }
      guard byte == UInt8(ascii: "\\") else {
        text.append(byte)
        continue
      }
      guard let next = rest.first else { return nil }
      if let plain = escapes[next] {
        text.append(plain)
        rest.removeFirst()
      } else {
        let digits = rest.prefix(3)
        guard digits.count == 3,
          let value = UInt8(String(decoding: digits, as: UTF8.self), radix: 8)
        else { return nil }
        text.append(value)
        rest = rest.dropFirst(3)
      }
    }
    return nil
  }

  private static func isSpace(_ byte: UInt8) -> Bool {
    byte == 0x20 || byte == 0x09 || byte == 0x0D
  }
}
