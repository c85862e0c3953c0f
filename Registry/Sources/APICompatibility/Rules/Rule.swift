/// One named reason why a change of a package's interface is incompatible, or why it is not.
///
/// A difference that no rule proves compatible is incompatible.
package struct Rule: Hashable, Sendable {
  package enum Effect: String, Hashable, Sendable, CaseIterable {
    /// Code that uses the package may no longer compile.
    case breaking
    /// There is more to use, and all that was there can be used as before.
    case additive
    /// Nobody notices, or gets a warning at most.
    case unchanged
  }

  /// Those whose code no longer compiles.
  package enum Client: String, Hashable, Sendable, CaseIterable {
    case callers
    case conformers
    case overriders
    case extenders
    case values
  }

  /// Words with hyphens, such as `throws-added`.
  package let name: String
  package let effect: Effect
  package let clients: [Client]
  /// One sentence, or two.
  package let sentence: String
  /// Where Swift defines what the rule relies on.
  package let reference: String
  package let example: Example

  /// Code before and after, and a client that compiles before and, after a breaking change, does not.
  package struct Example: Hashable, Sendable {
    package let before: String
    package let after: String
    package let client: String
    /// Whether it is not in one module: in `Package.swift`, in a header or in several modules.
    package let isOfPackage: Bool
  }

  init(
    _ name: String,
    _ effect: Effect,
    _ clients: [Client] = [],
    _ sentence: String,
    _ reference: Reference,
    before: String,
    after: String,
    client: String,
    isOfPackage: Bool = false
  ) {
    (self.name, self.effect, self.clients, self.sentence) = (name, effect, clients, sentence)
    self.reference = reference.url
    example = Example(before: before, after: after, client: client, isOfPackage: isOfPackage)
  }
}

extension Rule {
  /// The version of all rules together, which records name.
  ///
  /// Increased whenever a rule comes, goes, or judges differently.
  package static let setVersion = 2

  package static let all: [Rule] =
    declarations + functions + parameters + generics + properties + types + enumerations + protocols
    + concurrency + ownership + availability + macros + packages

  package static func named(_ name: String) -> Rule? {
    all.first { $0.name == name }
  }
}

extension Rule.Client {
  /// For `those who …`.
  package var words: String {
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
