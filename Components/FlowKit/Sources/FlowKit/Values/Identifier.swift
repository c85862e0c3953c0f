/// A text that names one `Subject`: identifiers of different subjects are different types.
///
/// ```swift
/// struct Chef: Identifiable {
///   let id: Identifier<Chef>
/// }
/// ```
public struct Identifier<Subject>: RawRepresentable, Hashable, Sendable, Codable {
  public let rawValue: String

  public init(rawValue: String) {
    self.rawValue = rawValue
  }
}
