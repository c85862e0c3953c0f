import Errors
import Versioning

/// A JSON value that is being converted to the model; errors name the file, the line and the keys
/// that lead to it.
struct JSONField {
  let node: JSONNode
  let file: String
  /// The line of the key, if it has one; there may be a line break after it.
  let keyLine: Int
  /// The containing value, and the step from there; `nil` for the whole text.
  private let place: (outer: JSONKeyPath, step: JSONKeyPath.Step)?

  init(reading bytes: [UInt8], file: String, line: Int = 1) throws(OperationError) {
    let node = try JSONReader.read(bytes, file: file, line: line)
    self.init(node: node, file: file, keyLine: node.line, place: nil)
  }

  private init(
    node: JSONNode,
    file: String,
    keyLine: Int,
    place: (outer: JSONKeyPath, step: JSONKeyPath.Step)?
  ) {
    self.node = node
    self.file = file
    self.keyLine = keyLine
    self.place = place
  }

  var path: JSONKeyPath {
    place.map { $0.outer.appending($0.step) } ?? .root
  }

  /// The value of one of its members.
  ///
  /// - Parameter path: Its own, which all members share.
  func value(of member: JSONNode.Member, at path: JSONKeyPath) -> JSONField {
    JSONField(
      node: member.value,
      file: file,
      keyLine: member.keyLine,
      place: (path, .member(member.key))
    )
  }

  func failure(
    _ code: OperationError.Code,
    _ message: String,
    help: String? = nil
  ) -> OperationError {
    located(OperationError(code, message, help: help))
  }

  /// The error, located at the value.
  func located(_ error: OperationError) -> OperationError {
    error.at(file: file, line: node.line, keyPath: path)
  }

  /// The error, located at the key.
  func locatedAtKey(_ error: OperationError) -> OperationError {
    error.at(file: file, line: keyLine, keyPath: path)
  }

  func string() throws(OperationError) -> String {
    guard case .string(let text) = node.content else { throw wrongType("a string") }
    return text
  }

  /// A whole number that an `Int` holds.
  func integer() throws(OperationError) -> Int {
    guard case .number(let digits) = node.content else { throw wrongType("a whole number") }
    guard let value = Int(digits) else {
      throw failure(.invalidValue, "expected a whole number in range, found \(quoted(digits))")
    }
    return value
  }

  func bool() throws(OperationError) -> Bool {
    guard case .bool(let value) = node.content else { throw wrongType("a boolean") }
    return value
  }

  func array() throws(OperationError) -> [JSONField] {
    guard case .array(let nodes) = node.content else { throw wrongType("an array") }
    let path = path
    return nodes.enumerated().map { index, node in
      JSONField(node: node, file: file, keyLine: node.line, place: (path, .element(index)))
    }
  }

  /// The members of an object whose keys are data, in the order of the text.
  func entries() throws(OperationError) -> [(key: String, value: JSONField)] {
    let path = path
    return try members().map { ($0.key, value(of: $0, at: path)) }
  }

  private func members() throws(OperationError) -> [JSONNode.Member] {
    guard case .object(let members) = node.content else { throw wrongType("an object") }
    return members
  }

  /// Whether it is an object with this key.
  func has(_ key: some JSONKey) -> Bool {
    guard case .object(let members) = node.content else { return false }
    return members.contains { $0.key == key.rawValue }
  }

  /// An object whose keys are fixed.
  func object<Key: JSONKey>(_ keys: Key.Type) throws(OperationError) -> JSONObject<Key> {
    JSONObject(self, try members())
  }

  /// The result of `read` for the string; errors are located at the value.
  func parse<Value>(
    _ read: (String) throws(OperationError) -> Value
  ) throws(OperationError) -> Value {
    let text = try string()
    do throws(OperationError) {
      return try read(text)
    } catch {
      throw located(error)
    }
  }

  /// One of a few words.
  func choice<Choice: CaseIterable & RawRepresentable<String>>() throws(OperationError) -> Choice {
    let text = try string()
    guard let choice = Choice(rawValue: text) else {
      let known = Choice.allCases.map { "'\($0.rawValue)'" }.joined(separator: " or ")
      throw failure(.invalidValue, "invalid value \(quoted(text)), expected \(known)")
    }
    return choice
  }

  func version() throws(OperationError) -> SemanticVersion {
    try parse(SemanticVersion.init)
  }

  func wrongType(_ expected: String) -> OperationError {
    failure(.wrongType, "expected \(expected), found \(node.kind)")
  }
}

extension Name {
  /// The name that `field`'s key is.
  init(key: String, of field: JSONField) throws(OperationError) {
    do throws(OperationError) {
      try self.init(key)
    } catch {
      throw field.locatedAtKey(error)
    }
  }

  init(_ field: JSONField) throws(OperationError) {
    let text = try field.string()
    do throws(OperationError) {
      try self.init(text)
    } catch {
      throw field.located(error)
    }
  }
}
