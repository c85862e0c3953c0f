import Testing

/// A change of a module's public interface, as code before and after, and what is to be said of it.
struct PublicInterfaceChange: Sendable, CustomTestStringConvertible {
  let name: String
  let old: String
  let new: String
  let breakages: [String]
  let additions: [String]

  init(
    _ name: String,
    from old: String,
    to new: String,
    breakages: [String] = [],
    additions: [String] = []
  ) {
    self.name = name
    self.old = old
    self.new = new
    self.breakages = breakages
    self.additions = additions
  }

  var testDescription: String { name }

  static let all = functions + types
}
