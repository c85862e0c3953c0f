/// One named reason why a change of a package's interface is incompatible, or why it is not.
///
/// A difference that no rule proves compatible is incompatible.
public struct Rule: Hashable, Sendable {
  /// Those whose code no longer compiles.
  public enum Client: String, Hashable, Sendable, CaseIterable {
    case callers
    case conformers
    case overriders
    case extenders
    case values
  }

  /// Words with hyphens, such as `throws-added`.
  public let name: String
  public let effect: InterfaceLevel
  public let clients: [Client]
  /// One sentence, or two.
  public let sentence: String
  /// Where Swift defines what the rule relies on.
  public let reference: String
  public let example: Example

  /// Code before and after, and a client that compiles before and, after a breaking change, does not.
  public struct Example: Hashable, Sendable {
    public let before: String
    public let after: String
    public let client: String
    /// Whether it is not in one module: in `Package.swift`, in a header or in several modules.
    public let isOfPackage: Bool
  }

  /// What a rule says of a change: only an incompatible one breaks somebody's code.
  enum Verdict {
    case breaking([Client])
    case additive, unchanged
  }

  init(
    _ name: String,
    _ verdict: Verdict,
    _ sentence: String,
    _ reference: Reference,
    before: String,
    after: String,
    client: String,
    isOfPackage: Bool = false
  ) {
    (self.name, self.sentence, self.reference) = (name, sentence, reference.url)
    switch verdict {
    case .breaking(let clients): (effect, self.clients) = (.breaking, clients)
    case .additive: (effect, clients) = (.additive, [])
    case .unchanged: (effect, clients) = (.unchanged, [])
    }
    example = Example(before: before, after: after, client: client, isOfPackage: isOfPackage)
  }
}

extension Rule {
  /// The version of all rules together, which records name.
  ///
  /// Increased whenever a rule comes, goes, or judges differently.
  public static let setVersion = 3

  public static let all = RuleManual.chapters.flatMap(\.rules)

  public static func named(_ name: String) -> Rule? {
    all.first { $0.name == name }
  }
}

extension Rule.Client {
  /// For `those who …`.
  public var words: String {
    switch self {
    case .callers: "call or use it"
    case .conformers: "conform to it, or make it conform"
    case .overriders: "subclass or override it"
    case .extenders: "extend it"
    case .values: "pass it as a value"
    }
  }
}

/// Where Swift defines something.
enum Reference {
  /// A proposal of Swift Evolution, by the name of its file.
  case evolution(String)
  /// A chapter of The Swift Programming Language, with a heading.
  case book(String)
  /// A page of the package manager's documentation.
  case packages(String)
  case other(String)

  var url: String {
    switch self {
    case .evolution(let name):
      "https://github.com/swiftlang/swift-evolution/blob/main/proposals/\(name).md"
    case .book(let place):
      "https://docs.swift.org/swift-book/documentation/the-swift-programming-language/\(place)"
    case .packages(let place):
      "https://docs.swift.org/swiftpm/documentation/\(place)"
    case .other(let url): url
    }
  }
}
