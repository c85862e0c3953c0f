import Testing

/// A command that is refused in some situation, and what it says then.
struct Refusal: Sendable, CustomTestStringConvertible {
  let testDescription: String
  let arguments: [String]
  let error: String
  let prepare: @Sendable (Sandbox) async throws -> Void

  init(
    _ arguments: String,
    when situation: String,
    says error: String,
    _ prepare: @escaping @Sendable (Sandbox) async throws -> Void = { _ in }
  ) {
    self.arguments = arguments.split(separator: " ").map(String.init)
    testDescription = "\(arguments), \(situation)"
    self.error = error
    self.prepare = prepare
  }
}
