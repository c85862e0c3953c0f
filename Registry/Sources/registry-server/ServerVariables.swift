import Configuration
import RegistryOperations

/// The variables of the environment: each says what the option of its name would say.
struct ServerVariables {
  private let reader = ConfigReader(provider: EnvironmentVariablesProvider())
    .scoped(to: "registry")

  /// What the option says, or else the variable; nothing where neither is given.
  ///
  /// A variable that is not understood is never taken for one that is not set.
  ///
  /// - Parameters:
  ///   - key: Of both, as `tls.key` for `--tls-key` and `REGISTRY_TLS_KEY`.
  ///   - meaning: Throws for what means nothing.
  func value<Value>(
    _ option: String?,
    else key: String,
    _ meaning: (String) throws(OperationError) -> Value
  ) throws(OperationError) -> Value? {
    guard let text = option ?? reader.string(forKey: ConfigKey(key)) else { return nil }
    do throws(OperationError) {
      return try meaning(text)
    } catch {
      throw error.of(
        option == nil
          ? "REGISTRY_" + key.uppercased().replacing(".", with: "_")
          : "--" + key.replacing(".", with: "-")
      )
    }
  }
}
