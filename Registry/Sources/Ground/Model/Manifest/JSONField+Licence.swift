import Base
import Versions

extension JSONValue {
  /// The only value of `"license"`: no licence file is needed.
  static let noLicence = JSONValue.string("none")
}

extension JSONField {
  /// What the value of `"license"` says.
  func needsLicence() throws(OperationError) -> Bool {
    let text = try string()
    guard JSONValue.string(text) == .noLicence else {
      throw failure(
        .invalidValue,
        "invalid license \(quoted(text)), expected 'none'",
        help: "a licence is a file: add it to the component's folder, or list it under "
          + "\"rootFiles\""
      )
    }
    return false
  }
}
