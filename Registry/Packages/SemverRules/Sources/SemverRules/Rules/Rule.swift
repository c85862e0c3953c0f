/// A named reason why a change of a package's interface is incompatible, or why it is not.
///
/// A difference that no rule proves compatible is incompatible. Each rule is a static constant,
/// whose ``sentence`` explains it and whose ``example`` proves it:
///
/// ```swift
/// if let rule = Rule.named("throws-added") {
///   print(rule.sentence, rule.example.before, rule.example.after)
/// }
/// ```
public struct Rule: Hashable, Sendable {
  /// The clients whose code no longer compiles: what they do with the declaration.
  public enum Client: String, Hashable, Sendable, CaseIterable {
    case callers
    case conformers
    case overriders
    case extenders
    case values
  }

  /// The name in words with hyphens, such as `throws-added`.
  public let name: String
  /// The effect of the change on clients.
  public let effect: InterfaceLevel
  /// The clients whose code no longer compiles; empty unless the effect is
  /// ``InterfaceLevel/breaking``.
  public let clients: [Client]
  /// The explanation of the rule, in one sentence or two.
  public let sentence: String
  /// The URL of the page where Swift defines what the rule relies on.
  public let reference: String
  /// A pair of interfaces that proves the rule.
  public let example: Example

  /// Code before and after a change, and a client that compiles before and, if the change is
  /// breaking, not after.
  public struct Example: Hashable, Sendable {
    /// The code before the change; empty for an addition.
    public let before: String
    /// The code after the change; empty for a removal.
    public let after: String
    /// The code of a client; empty if none can show the effect.
    public let client: String
    /// Whether it is not in one module: in `Package.swift`, in a header or in several modules.
    public let isOfPackage: Bool
  }

  /// The effect of a rule: only an incompatible change breaks clients.
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
  public static let setVersion = 5

  /// All rules in the order of the manual.
  public static let all = RuleManual.chapters.flatMap(\.rules)

  /// Returns the rule of a name; `nil` if there is none.
  public static func named(_ name: String) -> Rule? {
    all.first { $0.name == name }
  }
}

extension Rule.Client {
  /// The clients in words that follow 'those who', such as `extend it`.
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

/// A place where Swift defines something.
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

/// The rules as a page of documentation, in Markdown.
public enum RuleManual {
  static let chapters: [(title: String, rules: [Rule])] = [
    ("Declarations", Rule.declarations), ("Functions and initializers", Rule.functions),
    ("Parameters", Rule.parameters), ("Generics", Rule.generics), ("Properties", Rule.properties),
    ("Types and conformances", Rule.types), ("Enums", Rule.enumerations),
    ("Protocols", Rule.protocols), ("Concurrency", Rule.concurrency), ("Ownership", Rule.ownership),
    ("Availability", Rule.availability), ("Macros", Rule.macros), ("Packages", Rule.packages),
  ]

  /// The page: an introduction, frequent questions, and each rule with its example.
  public static let markdown =
    introduction + contents
    + chapters.map { title, rules in
      "\n## \(title)\n" + rules.map(section).joined()
    }.joined()

  private static let introduction = """
    # What breaks a client

    Can this change be a minor version? This page lists the changes of a Swift package's public \
    interface that break code that uses it, and those that do not, each with an example. `registry` \
    compares by these rules; `registry rules NAME` shows one of them.

    A difference is incompatible unless a rule proves it compatible. Code that uses a package calls \
    it, conforms to its protocols, subclasses its classes, extends its types, or passes its functions \
    as values; a change that breaks one of these is breaking. Not counted are names that a client \
    happens to have too, also for an order of its own operators, calls that become ambiguous since there \
    is one more overload, variables, key paths and generic arguments whose type was inferred from a \
    declaration and that are used as something else, functions that are named without arguments or types \
    where a condition that is gone (`where T == Int`) said what they are generic in, implicit members \
    that an extension of a client adds (`.mine`), protocols of clients to which they make a type of the \
    package conform, and warnings.

    Nor is it counted that a module no longer imports another one which it does not re-export: code that \
    uses members of a module that it does not import itself compiles by accident, and not at all with \
    [`MemberImportVisibility`](https://github.com/swiftlang/swift-evolution/blob/main/proposals/0444-member-import-visibility.md).

    | the change is | from 1.0.0 on | before 1.0.0 |
    |---|---|---|
    | breaking | a major version | a minor version |
    | additive | a minor version | a patch version |
    | unchanged | a patch version | a patch version |

    Each example of one module is compiled in the tests, with its client: after a breaking change the \
    client does not compile, after the others it does. \
    The [study](study.md) compares releases of public packages by these rules.

    This page is the output of `registry rules --markdown`, and a test compares the two.

    ## Frequent questions

    | change | is | compatible instead |
    |---|---|---|
    | a new parameter, even with a default | [breaking](#renamed), as the function has another name as a value | an overload, which the old function can call |
    | a new default for a parameter | [additive](#default-added) | |
    | a default is gone | [breaking](#default-removed) | an overload without the parameter |
    | a result becomes optional, or throws | [breaking](#result-changed), [breaking](#throws-added) | a new function; deprecate the old one |
    | `rethrows` becomes `throws(E)` | [additive](#rethrows-typed) in generic functions, [breaking](#error-not-inferred) in others | |
    | `throws` becomes `throws(MyError)` | [additive](#thrown-type-narrowed) | |
    | a new case of an enum | [breaking](#case-added) | [`@nonexhaustive`](#case-added-to-nonexhaustive) from the start, or a struct with static members |
    | a new requirement of a protocol | [breaking](#requirement-added) | [one with a default](#requirement-added-with-default) |
    | a new conformance, also to `Sendable` | [additive](#conformance-added); one that is gone is [breaking](#conformance-removed) | |
    | `@Sendable` or `@escaping` for a closure that is passed | [breaking](#parameter-changed) | an overload |
    | `@MainActor` on a declaration | [breaking](#isolation-changed) | |
    | `@concurrent` for a closure that was `nonisolated(nonsending)` | [additive](#parameter-loosened), in a protocol or an open class [breaking](#requirement-changed) | |
    | `some P` in place of a type | [breaking](#generic-parameters-changed) for a parameter, [breaking](#result-changed) for a result | an overload |
    | `some P` in place of `<T: P>` | [unchanged](#same-meaning) | |
    | another name of a generic parameter | [unchanged](#same-meaning) for a function, [breaking](#type-parameter-renamed) for a type | |
    | another default of a parameter | unchanged, but for [`#isolation` and generic parameters](#default-changed) | |
    | a parameter takes a superclass, or a protocol that is inherited from | [additive](#parameter-loosened), in a protocol or an open class [breaking](#requirement-changed) | |
    | a closure is given `any P` or a type in place of `Any` | [additive](#parameter-loosened), in a protocol or an open class [breaking](#requirement-changed) | |
    | a result is a subclass, or a type in place of `some P` or `Any` | [additive](#result-narrowed), in a protocol or an open class [breaking](#requirement-changed) | |
    | an extension loses its condition `where T == Int` | [additive](#constraint-removed), [breaking](#parameter-undecided) for static members and initializers if nothing else says what `T` is | |
    | a stored property becomes computed | [unchanged](#storage-changed), of a struct with other stored properties [breaking](#storage-removed) | |
    | a `var` can no longer be set | [breaking](#setter-removed) | deprecate the setter |
    | `final` or `open` | [breaking](#open-removed) for an open class, [breaking](#final-removed) where `final` goes; [additive](#open-added) where `open` comes | |
    | a new initializer of an open class | [additive](#declaration-added) for `convenience`, [breaking](#designated-added) for others, and if it is [`required`](#required-added) | `convenience` |
    | another name of a type | [additive](#type-renamed-with-alias) with an alias under the old name | |
    | a member moves to a protocol, also one of the standard library, or a superclass | [unchanged](#inherited-instead) if it is the same there | |
    | a struct that clients could not make becomes an enum without cases | [unchanged](#type-kind-changed) | |
    | a requirement or a case that is `@_spi` | [breaking](#requirement-added), as clients who do not see it have to conform, or to [switch](#case-added) | a requirement with a default that is public |
    | a protocol is split in two | [additive](#refinement-met) if the one inherits from the other | |
    | a result builder gets `buildExpression` or `buildFinalResult` | [breaking](#builder-method-added) | another builder |
    | a new member of a type with `@dynamicMemberLookup` | [breaking](#dynamic-member-hidden) if the name may be looked up | |
    | a type that cannot be copied gets a `deinit` | [breaking](#deinit-added) | |
    | a declaration is deprecated | [additive](#deprecated) | |
    | a declaration moves to another module | [breaking](#declaration-removed) | [re-export the module](#moved-and-reexported) |
    | `@available` with a newer system | [breaking](#availability-narrowed), unless the manifest requires it anyway | |
    | a newer system in `platforms` | [breaking](#platform-raised) | `@available` where it is needed |
    | a newer Swift in `Package.swift` | [additive](#tools-version-raised) | |
    | `@inlinable`, `@discardableResult` | [unchanged](#silent-attribute-changed) | |
    | `@frozen` | [unchanged](#silent-attribute-changed), [breaking](#frozen-removed) where it goes from a struct that cannot be copied | |
    | a module drops `import Foundation` | not counted | re-export what clients should get |

    ## All rules

    """

  private static var contents: String {
    "\n| | breaking | additive | unchanged |\n|---|---|---|---|\n"
      + chapters.map { title, rules in
        let cells = InterfaceLevel.allCases.reversed().map { effect in
          rules.filter { $0.effect == effect }.map { "[\($0.name)](#\($0.name))" }
            .joined(separator: "<br>")
        }
        return "| \(title) | \(cells.joined(separator: " | ")) |\n"
      }.joined()
  }

  private static func section(of rule: Rule) -> String {
    let clients = rule.clients.map(\.words).joined(separator: ", or ")
    let effect =
      rule.clients.isEmpty
      ? "**\(rule.effect.rawValue)**"
      : "**\(rule.effect.rawValue)** for those who \(clients)"
    var text = "\n### \(rule.name)\n\n\(effect): \(lowered(rule.sentence))"
    text += " ([reference](\(rule.reference)))\n\n```swift\n"
    for (title, code) in [
      ("before", rule.example.before), ("after", rule.example.after),
      ("client", rule.example.client),
    ] where !code.isEmpty || title == "after" {
      text += "// \(title)\n\(code.isEmpty ? "// (nothing)" : code)\n"
    }
    return text + "```\n"
  }

  /// A sentence behind a colon.
  private static func lowered(_ sentence: String) -> String {
    guard let first = sentence.first, first.isLetter else { return sentence }
    return first.lowercased() + sentence.dropFirst()
  }
}
