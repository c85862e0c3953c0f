/// The byte ranges of a manifest's text that edits change: those of dependencies, targets and names.
public struct ManifestSites: Hashable, Sendable {
  /// A package dependency that is written out; each argument from its label to its value.
  public struct Dependency: Hashable, Sendable {
    /// Its index in ``PackageManifest/textDependencies``.
    public let index: Int
    /// The argument `name:`; `nil` where there is none.
    public let nameArgument: SourceSpan?
    /// The path, the URL or the identity.
    public let location: SourceSpan
    /// The argument behind that; `nil` where there is none.
    public let requirement: SourceSpan?
    /// All that goes with it where it is left out; `nil` if it is not an element of a list.
    public let element: SourceSpan?
  }

  /// A target that is written out.
  public struct Target: Hashable, Sendable {
    /// The place of its call.
    public let position: SourcePosition
    /// Its dependencies and plugins, wherever in the text they are written.
    public let dependencies: [SourceSpan]
    /// All that goes with it where it is left out; `nil` if it is not an element of a list.
    public let element: SourceSpan?
  }

  /// An expression that may refer to a package dependency.
  public struct Reference: Hashable, Sendable {
    /// The kind of expression.
    public enum Form: Hashable, Sendable {
      /// The value of `package:`; the product's name, where it is a constant.
      case package(product: String?)

      /// `.byName(name:)`; the word `byName`.
      case byName(callee: SourceSpan)

      /// A string literal that is a target dependency, or may be one.
      case literal(isCertain: Bool)
    }

    /// The kind of expression, with what an edit needs of it.
    public let form: Form
    /// The name that it gives; `nil` where that is computed.
    public let value: String?
    /// The expression that gives the value.
    public let span: SourceSpan
    /// The place of that expression.
    public let position: SourcePosition

    /// The edits after which it names a product of a package, or that package.
    ///
    /// - Parameter package: The name, which is written into a string literal as it is.
    public func edits(naming package: String) -> [SourceEdit] {
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

  /// A product, in the order of the text.
  struct Product: Hashable, Sendable {
    let position: SourcePosition
    /// All that goes with it where it is left out; `nil` if it is not an element of a list.
    let element: SourceSpan?
  }

  /// A `.target(name:)` among the dependencies of a target.
  struct TargetReference: Hashable, Sendable {
    let value: String
    /// The word `target`.
    let callee: SourceSpan
    /// The name.
    let span: SourceSpan
  }

  /// A plugin of the same package that a target uses.
  struct PluginReference: Hashable, Sendable {
    let value: String
    /// The name.
    let span: SourceSpan
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
      let span: SourceSpan
      let hasComma: Bool
    }

    /// Behind the opening bracket.
    let start: Int
    let elements: [Element]
  }

  /// The dependencies by `path:`, in the order of the text.
  public internal(set) var pathDependencies: [Dependency] = []
  /// The dependencies by `url:`, in the order of the text.
  public internal(set) var urlDependencies: [Dependency] = []
  /// The dependencies by `id:`, in the order of the text.
  public internal(set) var registryDependencies: [Dependency] = []
  /// The expressions that may refer to a package dependency, in no order.
  public internal(set) var references: [Reference] = []
  /// One for each of ``PackageManifest/textTargets``.
  public internal(set) var targets: [Target] = []
  /// The names of the package's own targets, as far as they are constants.
  public internal(set) var targetNames: Set<String> = []
  /// The place of a target's name that is computed, if one is.
  public internal(set) var computedTargetName: SourcePosition?

  /// One for each product of the text.
  var products: [Product] = []
  var targetReferences: [TargetReference] = []
  var pluginReferences: [PluginReference] = []
  var packageArguments = PackageArguments()

  init() {}
}
