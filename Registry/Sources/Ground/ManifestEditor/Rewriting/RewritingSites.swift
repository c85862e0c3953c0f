import Base
import Git

/// The places of a manifest that its published form changes, as byte ranges of the file.
struct RewritingSites: Hashable, Sendable {
  struct Span: Hashable, Sendable {
    let offset: Int
    let length: Int

    var end: Int { offset + length }

    func contains(_ other: Span) -> Bool { offset <= other.offset && other.end <= end }

    func replaced(by text: String) -> SourceEdit {
      SourceEdit(offset: offset, length: length, replacement: text)
    }
  }

  /// A dependency that is written out; the arguments from label to value.
  struct Dependency: Hashable, Sendable {
    /// The index of the dependency in the manifest.
    let index: Int
    let nameArgument: Span?
    /// The path, the URL or the identity.
    let location: Span
    /// The argument behind that; `nil` where there is none.
    let requirement: Span?
    /// All that goes with it where it is left out; `nil` if it is not an element of a list.
    let element: Span?
  }

  /// A target, in the order of the manifest's targets.
  struct Target: Hashable, Sendable {
    let position: SourcePosition
    /// Its dependencies and plugins, wherever in the file they are written.
    let dependencies: [Span]
    /// All that goes with it where it is left out; `nil` if it is not an element of a list.
    let element: Span?
  }

  /// Something that may refer to a package dependency.
  struct Reference: Hashable, Sendable {
    enum Form: Hashable, Sendable {
      /// The value of `package:`; the product's name, where it is a constant.
      case package(product: String?)

      /// `.byName(name:)`; the word `byName`.
      case byName(callee: Span)

      /// A string literal that is a target dependency, or may be one.
      case literal(isCertain: Bool)
    }

    let form: Form

    /// `nil` where it is computed.
    let value: String?

    /// The expression that gives the value.
    let span: Span
    let position: SourcePosition
  }

  /// A product, in the order of the text.
  struct Product: Hashable, Sendable {
    let position: SourcePosition
    /// All that goes with it where it is left out; `nil` if it is not an element of a list.
    let element: Span?
  }

  /// A `.target(name:)` among the dependencies of a target.
  struct TargetReference: Hashable, Sendable {
    let value: String
    /// The word `target`.
    let callee: Span
    /// The name.
    let span: Span
  }

  /// A plugin of the same package that a target uses.
  struct PluginReference: Hashable, Sendable {
    let value: String
    /// The name.
    let span: Span
    /// Whether there is nothing but the name.
    let isLiteral: Bool
  }

  /// The arguments of the package that a dependency is added to.
  struct PackageArguments: Hashable, Sendable {
    /// The literal list of dependencies; `nil` if there is none.
    var dependencies: ListLiteral?
    /// Whether there is an argument for them, literal or not.
    var hasDependencies = false
    /// Where the argument `targets:` starts.
    var targets: Int?
  }

  /// A list that is written out.
  struct ListLiteral: Hashable, Sendable {
    struct Element: Hashable, Sendable {
      /// Without the comma.
      let span: Span
      let hasComma: Bool
    }

    /// Behind the opening bracket.
    let start: Int
    let elements: [Element]
  }

  var pathDependencies: [Dependency] = []
  var urlDependencies: [Dependency] = []
  var registryDependencies: [Dependency] = []
  var references: [Reference] = []
  var targets: [Target] = []
  var products: [Product] = []
  var targetReferences: [TargetReference] = []
  var pluginReferences: [PluginReference] = []
  var packageArguments = PackageArguments()
  var targetNames: Set<String> = []

  /// Where a target's name is computed, if one is.
  var computedTargetName: SourcePosition?
}

extension RewritingSites.Reference {
  /// The edits after which it names a product of a package, or that package.
  func edits(naming package: String) -> [SourceEdit] {
    switch form {
    case .package:
      [span.replaced(by: "\"\(package)\"")]
    case .byName(let callee):
      [
        callee.replaced(by: "product"),
        SourceEdit(inserting: ", package: \"\(package)\"", at: span.end),
      ]
    case .literal:
      [
        SourceEdit(inserting: ".product(name: ", at: span.offset),
        SourceEdit(inserting: ", package: \"\(package)\")", at: span.end),
      ]
    }
  }
}

extension SourceEdit {
  init(inserting text: String, at offset: Int) {
    self.init(offset: offset, length: 0, replacement: text)
  }
}
