import Base
import Git
import Versions

extension ObjectID {
  /// Reads the one spelling that a record may have: 40 hexadecimal digits in lower case.
  init(recorded text: String) throws(OperationError) {
    guard text.utf8.allSatisfy(\.isLowercaseHexDigit), let id = try? ObjectID(hex: text) else {
      throw OperationError(
        .invalidValue,
        "invalid object name \(quoted(text)), expected 40 hexadecimal digits in lower case"
      )
    }
    self = id
  }
}

extension TreePath {
  /// Reads the one spelling that data may have, in which `.` is the root.
  init(recorded text: String) throws(OperationError) {
    do throws(OperationError) {
      try self.init(text)
    } catch {
      throw Self.refusal(error.message)
    }
    if text.isEmpty { throw Self.refusal("invalid path '', a name is empty") }
  }

  private static func refusal(_ message: String) -> OperationError {
    OperationError(
      .invalidPath,
      message,
      help: "name the folder from the root of the repository, as in 'Components/Payments'"
    )
  }
}

extension UInt8 {
  var isLowercaseHexDigit: Bool {
    UInt8(ascii: "0")...UInt8(ascii: "9") ~= self || UInt8(ascii: "a")...UInt8(ascii: "f") ~= self
  }
}
