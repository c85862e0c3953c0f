import ManifestEditor
package import Versions

/// A JSON value that is being converted to the model; errors name the file, the line and the keys
/// that lead to it.
package struct JSONField {
  package let node: JSONNode
  /// The name or path of the file, for messages.
  package let file: String
  /// The line of the key, if it has one; there may be a line break after it.
  package let keyLine: Int
  /// The keys and indices that lead from the root to the value.
  package let path: JSONKeyPath

  /// The value of one of its members.
  package func value(of member: JSONNode.Member) -> JSONField {
    JSONField(
      node: member.value,
      file: file,
      keyLine: member.keyLine,
      path: path.appending(.member(member.key))
    )
  }

  /// Creates an error that is located at the value.
  package func failure(
    _ code: OperationError.Code,
    _ message: String,
    help: String? = nil
  ) -> OperationError {
    located(OperationError(code, message, help: help))
  }

  /// The error, located at the value.
  package func located(_ error: OperationError) -> OperationError {
    error.at(file: file, line: node.line, keyPath: path)
  }

  /// The error, located at the key.
  private func locatedAtKey(_ error: OperationError) -> OperationError {
    error.at(file: file, line: keyLine, keyPath: path)
  }

  /// Creates an error that is located at the key.
  package func failureAtKey(
    _ code: OperationError.Code,
    _ message: String,
    help: String? = nil
  ) -> OperationError {
    locatedAtKey(OperationError(code, message, help: help))
  }

  /// The string; throws if the value is of another type.
  package func string() throws(OperationError) -> String {
    guard case .string(let text) = node.content else { throw wrongType("a string") }
    return text
  }

  /// A whole number that an `Int` holds.
  package func integer() throws(OperationError) -> Int {
    guard case .number(let digits) = node.content else { throw wrongType("a whole number") }
    guard let value = Int(digits) else {
      throw failure(.invalidValue, "expected a whole number in range, found \(quoted(digits))")
    }
    return value
  }

  /// The boolean; throws if the value is of another type.
  package func bool() throws(OperationError) -> Bool {
    guard case .bool(let value) = node.content else { throw wrongType("a boolean") }
    return value
  }

  /// The entries of the array, each with its index in its path; throws if the value is of another
  /// type.
  package func array() throws(OperationError) -> [JSONField] {
    guard case .array(let nodes) = node.content else { throw wrongType("an array") }
    return nodes.enumerated().map { index, node in
      JSONField(node: node, file: file, keyLine: node.line, path: path.appending(.element(index)))
    }
  }

  /// The results of `read` for the entries of an array.
  package func list<Value>(
    _ read: (JSONField) throws(OperationError) -> Value
  ) throws(OperationError) -> [Value] {
    var values: [Value] = []
    for entry in try array() { values.append(try read(entry)) }
    return values
  }

  /// The same, none of which may be there twice.
  ///
  /// - Parameter words: What comes before 'listed twice'.
  package func distinct<Value: Equatable>(
    _ words: (Value) -> String,
    _ read: (JSONField) throws(OperationError) -> Value
  ) throws(OperationError) -> [Value] {
    var values: [Value] = []
    for entry in try array() {
      let value = try read(entry)
      guard !values.contains(value) else {
        throw entry.failure(.collision, "\(words(value)) listed twice")
      }
      values.append(value)
    }
    return values
  }

  /// The strings of an array; throws if the value or an entry is of another type.
  package func strings() throws(OperationError) -> [String] {
    try list { entry throws(OperationError) in try entry.string() }
  }

  /// The members of an object whose keys are data, in the order of the text.
  package func entries() throws(OperationError) -> [(key: String, value: JSONField)] {
    try members().map { ($0.key, value(of: $0)) }
  }

  private func members() throws(OperationError) -> [JSONNode.Member] {
    guard case .object(let members) = node.content else { throw wrongType("an object") }
    return members
  }

  /// Whether it is an object with this key.
  package func has(_ key: some JSONKey) -> Bool {
    guard case .object(let members) = node.content else { return false }
    return members.contains { $0.key == key.rawValue }
  }

  /// An object whose keys are fixed.
  package func object<Key: JSONKey>(_ keys: Key.Type) throws(OperationError) -> JSONObject<Key> {
    JSONObject(self, try members())
  }

  /// The result of `read` for the string; errors are located at the value.
  package func parse<Value>(
    _ read: (String) throws(OperationError) -> Value
  ) throws(OperationError) -> Value {
    let text = try string()
    do throws(OperationError) {
      return try read(text)
    } catch {
      throw located(error)
    }
  }

  /// The same for the key that it has.
  package func parse<Value>(
    key: String,
    _ read: (String) throws(OperationError) -> Value
  ) throws(OperationError) -> Value {
    do throws(OperationError) {
      return try read(key)
    } catch {
      throw locatedAtKey(error)
    }
  }

  /// Whether the string is the first of two words.
  ///
  /// - Parameter noun: What they say something of.
  package func isWord(_ yes: String, or no: String, _ noun: String) throws(OperationError) -> Bool {
    let text = try string()
    guard text == yes || text == no else {
      throw failure(.invalidValue, "invalid \(noun) \(quoted(text)), expected '\(yes)' or '\(no)'")
    }
    return text == yes
  }

  /// Throws for the number of another format than the one that is known.
  package func check(
    _ noun: String = "schema",
    is known: Int,
    help: String? = "use a newer version of registry"
  ) throws(OperationError) {
    let number = try integer()
    guard number != known else { return }
    throw failure(
      .unknownSchema,
      "\(noun) '\(number)' is not known, expected '\(known)'",
      help: help
    )
  }

  /// The string as one of a few words; throws for any other.
  package func choice<Choice: CaseIterable & RawRepresentable<String>>() throws(OperationError)
    -> Choice
  {
    let text = try string()
    guard let choice = Choice(rawValue: text) else {
      let known = Choice.allCases.map { "'\($0.rawValue)'" }.joined(separator: " or ")
      throw failure(.invalidValue, "invalid value \(quoted(text)), expected \(known)")
    }
    return choice
  }

  /// The string as a version; throws if it is not one.
  package func version() throws(OperationError) -> SemanticVersion {
    try parse(SemanticVersion.init)
  }

  /// Creates an error that says which type was expected and which was found.
  ///
  /// - Parameter expected: The type with its article, such as `a string`.
  package func wrongType(_ expected: String) -> OperationError {
    failure(.wrongType, "expected \(expected), found \(node.kind)")
  }
}

extension JSONField {
  /// Reads JSON text whose root this value is.
  ///
  /// - Parameters:
  ///   - bytes: The text in UTF-8.
  ///   - file: The name or path of the file, for messages.
  ///   - line: The number of the first line.
  package init(reading bytes: [UInt8], file: String, line: Int = 1) throws(OperationError) {
    let node = try JSONReader.read(bytes, file: file, line: line)
    self.init(node: node, file: file, keyLine: node.line, path: .root)
  }
}

extension Name {
  /// The name that `field`'s key is.
  package init(key: String, of field: JSONField) throws(OperationError) {
    self = try field.parse(key: key, Self.init(_:))
  }

  /// Reads the name from a string; errors are located at it.
  package init(_ field: JSONField) throws(OperationError) {
    self = try field.parse(Self.init(_:))
  }
}

extension OperationError {
  /// The same error at a value of a JSON file.
  package func at(file: String, line: Int?, keyPath: JSONKeyPath = .root) -> OperationError {
    at(
      SourcePlace(
        file: file,
        at: line.map { SourcePosition(line: $0) },
        keyPath: keyPath == .root ? nil : keyPath.description
      )
    )
  }
}

/// The way from the root of a JSON text to one of its values; put into words only for an error.
package struct JSONKeyPath: Hashable, Sendable {
  /// A step from a value to one inside it.
  package enum Step: Hashable, Sendable {
    case member(String)
    case element(Int)
  }

  /// The steps from the root; empty for the root itself.
  package var steps: [Step] = []

  package static let root = JSONKeyPath()

  package func appending(_ step: Step) -> JSONKeyPath {
    JSONKeyPath(steps: steps + [step])
  }
}

extension JSONKeyPath: CustomStringConvertible {
  /// The path for messages, such as `components.Menu.authors[0]`; empty for the root.
  package var description: String {
    steps.reduce(into: "") { text, step in
      switch step {
      case .member(let key) where Self.isPlain(key): text += text.isEmpty ? key : ".\(key)"
      case .member(let key): text += "[\(JSONValue.quoted(key))]"
      case .element(let index): text += "[\(index)]"
      }
    }
  }

  private static func isPlain(_ key: String) -> Bool {
    !key.isEmpty
      && key.utf8.allSatisfy { byte in
        UInt8(ascii: "a")...UInt8(ascii: "z") ~= byte | 0x20
          || UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte
          || [UInt8(ascii: "-"), UInt8(ascii: "_"), UInt8(ascii: "$")].contains(byte)
      }
  }
}

/// The keys that an object of a file may have; the JSON Schemas list the same.
package protocol JSONKey: RawRepresentable<String>, CaseIterable, Hashable, Sendable {}

/// An object whose keys are fixed.
package struct JSONObject<Key: JSONKey> {
  private let field: JSONField
  private let members: [JSONNode.Member]

  /// Creates the view of an object with these members, without checking their keys.
  package init(_ field: JSONField, _ members: [JSONNode.Member]) {
    (self.field, self.members) = (field, members)
  }

  /// The value of a key that may be missing.
  package subscript(key: Key) -> JSONField? {
    let name = key.rawValue
    return members.first { $0.key == name }.map { field.value(of: $0) }
  }

  /// The members with other keys, in the order of the text.
  package var others: [(key: String, value: JSONField)] {
    let known = Key.allCases.map(\.rawValue)
    return members.filter { !known.contains($0.key) }
      .map { ($0.key, field.value(of: $0)) }
  }

  /// The value of a key; throws if it is missing.
  package func required(_ key: Key) throws(OperationError) -> JSONField {
    guard let value = self[key] else {
      throw field.failure(.missingKey, "missing key '\(key.rawValue)'")
    }
    return value
  }

  /// Throws if the object has a key that is not one of `Key`, with the nearest one as help.
  package func refuseOthers() throws(OperationError) {
    guard let (name, value) = others.first else { return }
    let keys = Key.allCases.map(\.rawValue)
    let help =
      Suggestion.nearest(to: name, in: keys).map { "did you mean '\($0)'?" }
      ?? "known here: \(keys.sorted().joined(separator: ", "))"
    throw value.failureAtKey(.unknownKey, "unknown key \(quoted(name))", help: help)
  }
}
