/// A variable of the environment that sets up a component or an app.
///
/// White space at the ends of its value does not count, and an empty value means that it is not set.
///
/// ```swift
/// let delay = Setting("SHOP_DELAY", expected: "0 to 60 seconds")
/// let seconds = try delay.value(in: environment) { text in Int(text) }
/// ```
public struct Setting: Sendable {
  public let name: String
  private let expected: String
  private let help: String?
  private let code: FlowFailure.Code

  /// Describes a setting.
  ///
  /// - Parameters:
  ///   - name: the name of the variable.
  ///   - expected: the values that it may have, in words such as `0 to 60 seconds`.
  ///   - help: what to do about another value.
  ///   - code: the code of the failure; of the kind ``FlowFailure/Kind/misconfigured``.
  public init(
    _ name: String,
    expected: String,
    help: String? = nil,
    code: FlowFailure.Code = .invalidSetting
  ) {
    self.name = name
    self.expected = expected
    self.help = help
    self.code = code
  }

  /// The value as text; `nil` if it is not set.
  public func text(in environment: [String: String]) -> String? {
    guard let text = environment[name]?.trimmingSpaces(), !text.isEmpty else { return nil }
    return text
  }

  /// The value that `parse` makes of the text; `nil` if it is not set.
  ///
  /// - Throws: ``invalid(_:)`` if `parse` returns `nil`.
  public func value<Value>(
    in environment: [String: String],
    _ parse: (String) -> Value?
  ) throws(FlowFailure) -> Value? {
    guard let text = text(in: environment) else { return nil }
    guard let value = parse(text) else { throw invalid(text) }
    return value
  }

  /// The failure of an invalid value, which names the variable, the value and what is expected.
  ///
  /// - Parameter text: the value; `nil` for one that must not be shown, such as a secret.
  public func invalid(_ text: String?) -> FlowFailure {
    let value = text.map { " '\(String($0.prefix(200)).printable)'" } ?? ""
    return FlowFailure(code, "invalid \(name)\(value), expected \(expected)", help: help)
  }
}
