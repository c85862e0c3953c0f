/// What the customer's account allows the app to read; no description of it shows it.
struct AccessToken: Hashable, Sendable {
  private let text: String

  /// Takes a token; nil for one that does not fit into a header field, which every real one does.
  init?(_ text: String) {
    guard !text.isEmpty, text.utf8.allSatisfy({ (0x21...0x7E).contains($0) }) else { return nil }
    self.text = text
  }

  /// The header fields that carry it.
  ///
  /// A parameter of the address would end in the logs of whatever the request passes.
  var headers: [String: String] { ["Authorization": "Bearer \(text)"] }
}

extension AccessToken: CustomStringConvertible, CustomReflectable {
  /// A placeholder.
  var description: String { "(token)" }

  /// Nothing to see.
  var customMirror: Mirror { Mirror(self, children: []) }
}
