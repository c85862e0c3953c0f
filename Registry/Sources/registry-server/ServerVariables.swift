import Errors
import Processes
import Workspace

/// The environment variables, one for each option.
struct ServerVariables {
  /// The value of the option, or else of the variable; `nil` if neither is given.
  ///
  /// An invalid variable is an error, never ignored.
  ///
  /// - Parameters:
  ///   - key: Of both, as `tls.key` for `--tls-key` and `REGISTRY_TLS_KEY`.
  ///   - meaning: Parses the value; throws if it is invalid.
  func value<Value>(
    _ option: String?,
    else key: String,
    _ meaning: (String) throws(OperationError) -> Value
  ) throws(OperationError) -> Value? {
    let name = "REGISTRY_" + key.uppercased().replacing(".", with: "_")
    guard let text = option ?? CurrentProcess.variable(name) else { return nil }
    do throws(OperationError) {
      return try meaning(text)
    } catch {
      throw error.of(option == nil ? name : "--" + key.replacing(".", with: "-"))
    }
  }
}
