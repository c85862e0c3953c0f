internal import SwiftSyntax

/// Finds what a manifest declares.
///
/// Each package dependency, target, product and reference is a call in the text, so all calls are
/// examined, wherever they are; only strings have to be evaluated.
struct ManifestReader {
  let syntax: ManifestSyntax
  let constants: ConstantStrings
  var name: String?
  var products: [PackageProduct] = []
  var targets: [PackageTarget] = []
  var dependencies: [PackageDependency] = []
  var unread: [SourcePosition] = []
  var refusals: [ManifestError] = []
  var obstacles: [ManifestError] = []
  var platforms: [String: String] = [:]
  var traits: [String] = []
  var defaultTraits: Set<String> = []
  var enabledTraits: [String: Set<String>] = [:]
  var sites = ManifestSites()
  var areProductsComplete = true
  var computesDependencies = false
  private(set) var changesTargets = false
  private(set) var packagePosition = SourcePosition(line: 1, column: 1)
  private(set) var packageVariable: String?

  /// How many list elements may still be followed, since lists may contain each other twice.
  var elementBudget = 20_000

  init(_ syntax: ManifestSyntax) throws(ManifestError) {
    self.syntax = syntax
    constants = ConstantStrings(syntax)
    try readName()
    readDependencies()
    for call in syntax.calls {
      readProduct(call)
      readTarget(call)
      readReference(call)
    }
    changesTargets = ["dependencies", "plugins"].contains { name in
      syntax.references[name, default: []].contains(where: isOfTarget)
    }
    readUncalledFunctions()
    readLiterals()
    readRefusals()
  }

  private mutating func readName() throws(ManifestError) {
    guard let call = syntax.calls.first(where: isPackageInitializer) else {
      throw ManifestError(.malformed, "no 'Package(…)' in the manifest")
    }
    packagePosition = syntax.position(of: call)
    packageVariable = syntax.variable(of: call)
    readSettings(call)
    readArguments(call)
    guard let argument = call.argument("name") else { return }
    name = constant(argument.expression)
  }

  private func isPackageInitializer(_ call: FunctionCallExprSyntax) -> Bool {
    if call.isCall(of: "Package") { return true }
    guard call.isCall(of: "init"),
      let access = call.calledExpression.as(MemberAccessExprSyntax.self)
    else { return false }
    if let base = access.base { return syntax.text(of: base, endsWith: "Package") }
    let binding = call.parent?.parent?.as(PatternBindingSyntax.self)
    guard let type = binding?.typeAnnotation?.type else { return false }
    return syntax.text(of: type, endsWith: "Package")
  }

  /// Whether a name is that of a target's list, in a statement: `target.dependencies`.
  private func isOfTarget(_ reference: DeclReferenceExprSyntax) -> Bool {
    guard let access = reference.parent?.as(MemberAccessExprSyntax.self),
      access.declName.id == reference.id
    else { return false }
    return access.base?.as(DeclReferenceExprSyntax.self)?.baseName.bareText != packageVariable
  }

  private mutating func readProduct(_ call: FunctionCallExprSyntax) {
    guard let kind = call.calleeName.flatMap({ PackageProduct.Kind(rawValue: $0.bareText) }),
      let targets = call.argument("targets"),
      let argument = call.argument("name")
    else { return }
    guard let name = constant(argument.expression) else {
      areProductsComplete = false
      return
    }
    sites.products.append(
      ManifestSites.Product(
        position: syntax.position(of: call),
        element: syntax.element(of: call)
      )
    )
    let known = unread.count
    var product = PackageProduct(
      kind: kind,
      name: name,
      targets: elements(of: targets.expression).compactMap { constant($0) }
    )
    product.computesTargets = unread.count > known
    products.append(product)
  }

  /// The value of the expression; notes it as unread if it has none.
  mutating func constant(_ expression: ExprSyntax) -> String? {
    let value = constants.value(of: expression)
    if value == nil { noteUnread(expression) }
    return value
  }

  mutating func noteUnread(_ node: some SyntaxProtocol) {
    unread.append(syntax.position(of: node))
  }
}

extension ManifestReader {
  /// The platforms and traits in the arguments of `Package(…)`, as far as they are constants.
  mutating func readSettings(_ call: FunctionCallExprSyntax) {
    for platform in call.argument("platforms").map({ elements(of: $0.expression) }) ?? [] {
      readPlatform(definition(of: platform))
    }
    for trait in call.argument("traits").map({ elements(of: $0.expression) }) ?? [] {
      readTrait(definition(of: trait))
    }
  }

  /// `.iOS(.v17)`, `.macOS("13.3")`, `.custom("freebsd", versionString: "14")`.
  private mutating func readPlatform(_ expression: ExprSyntax) {
    guard let call = expression.as(FunctionCallExprSyntax.self),
      let name = call.calleeName?.bareText,
      let first = call.arguments.first
    else { return }
    if name == "custom" {
      guard let platform = constants.value(of: first.expression),
        let version = call.argument("versionString").flatMap({ constants.value(of: $0.expression) })
      else { return }
      platforms[platform] = version
    } else if let version = constants.value(of: first.expression) {
      platforms[name] = version
    } else if let access = first.expression.as(MemberAccessExprSyntax.self),
      access.declName.baseName.text.hasPrefix("v")
    {
      platforms[name] = String(access.declName.baseName.text.dropFirst()).replacing("_", with: ".")
    }
  }

  /// `"Sour"`, `.trait(name: "Sour")`, `.default(enabledTraits: ["Sour"])`.
  private mutating func readTrait(_ expression: ExprSyntax) {
    if let name = constants.value(of: expression) {
      traits.append(name)
      return
    }
    guard let call = expression.as(FunctionCallExprSyntax.self) else { return }
    if call.isCall(of: "default"), let list = call.argument("enabledTraits") {
      for element in elements(of: list.expression) {
        if let name = constants.value(of: element) { defaultTraits.insert(name) }
      }
    } else if let name = call.argument("name").flatMap({ constants.value(of: $0.expression) }) {
      traits.append(name)
      let enabled = call.argument("enabledTraits").map { elements(of: $0.expression) } ?? []
      enabledTraits[name] = Set(enabled.compactMap { constants.value(of: $0) })
    }
  }
}

extension ManifestReader {
  private static let settingArguments = [
    "cSettings", "cxxSettings", "swiftSettings", "linkerSettings",
  ]

  /// Reads what the package manager refuses in a package that others depend on by version, in the
  /// order of the text.
  ///
  /// What may depend on a condition is left to the build as a client: many packages have such flags
  /// for their own developers.
  mutating func readRefusals() {
    let permitted = unsafeFlagsOfTestsAlone()
    var sure = UnconditionalNodes(syntax)
    for call in syntax.calls {
      if call.isCall(of: "package"), let kind = unversionedKind(of: call), sure.contains(call) {
        refusals.append(.unversioned(kind, at: syntax.position(of: call)))
      }
      if call.isCall(of: "unsafeFlags"), !permitted.contains(call.id), sure.contains(call) {
        refusals.append(
          ManifestError(
            .unsafeFlags,
            "'unsafeFlags' cannot be used in a package that others depend on by version",
            at: call.calleeName.map { syntax.position(of: $0) },
            help: "remove it, or build with '-Xswiftc' and '-Xcc' in its place; test targets may"
              + " keep it"
          )
        )
      }
    }
  }

  /// `branch` or `revision`; `nil` for a dependency by version, path or identity.
  func unversionedKind(of call: FunctionCallExprSyntax) -> String? {
    let kinds = ["branch", "revision"]
    for argument in call.arguments {
      if let label = argument.label?.bareText {
        if kinds.contains(label) { return label }
        continue
      }
      // `.package(url: "…", .branch("main"))`, which old tools versions have.
      let requirement = definition(of: argument.expression).as(FunctionCallExprSyntax.self)
      if let name = requirement?.calleeName?.bareText, kinds.contains(name) { return name }
    }
    return nil
  }

  /// Calls of `unsafeFlags` in the settings of test targets and of no other target: who depends on a
  /// package does not build its tests.
  private mutating func unsafeFlagsOfTestsAlone() -> Set<SyntaxIdentifier> {
    let unread = unread
    defer { self.unread = unread }
    var (ofTests, ofOthers): (Set<SyntaxIdentifier>, Set<SyntaxIdentifier>) = ([], [])
    for call in syntax.calls {
      guard let kind = call.calleeName.flatMap({ PackageTarget.Kind(rawValue: $0.bareText) }) else {
        continue
      }
      for label in Self.settingArguments {
        guard let argument = call.argument(label) else { continue }
        for element in elements(of: argument.expression) {
          let id = definition(of: element).id
          if kind == .testTarget { ofTests.insert(id) } else { ofOthers.insert(id) }
        }
      }
    }
    return ofTests.subtracting(ofOthers)
  }
}

extension ManifestReader {
  /// Where the package lists its dependencies, or would.
  mutating func readArguments(_ call: FunctionCallExprSyntax) {
    sites.packageArguments.targets = call.argument("targets")?.offset
    guard let argument = call.argument("dependencies") else { return }
    sites.packageArguments.hasDependencies = true
    guard let array = argument.expression.as(ArrayExprSyntax.self) else { return }
    sites.packageArguments.dependencies = ManifestSites.ListLiteral(
      start: array.leftSquare.offset + array.leftSquare.length,
      elements: array.elements.map {
        ManifestSites.ListLiteral.Element(
          span: $0.expression.span,
          hasComma: $0.trailingComma != nil
        )
      }
    )
  }

  mutating func readReference(_ call: FunctionCallExprSyntax) {
    if call.isCall(of: "target", "targetItem"), let callee = call.calleeName,
      let name = call.argument("name"), syntax.role(of: call) == .targetDependency,
      let value = constants.value(of: name.expression)
    {
      sites.targetReferences.append(
        ManifestSites.TargetReference(
          value: value,
          callee: SourceSpan(offset: callee.offset, length: callee.length),
          span: name.expression.span
        )
      )
    }
    if call.isCall(of: "product", "productItem", "plugin"), let package = call.argument("package") {
      note(
        .package(product: call.argument("name").flatMap { constants.value(of: $0.expression) }),
        package.expression
      )
    }
    if call.isCall(of: "byName", "byNameItem"), let callee = call.calleeName,
      let name = call.argument("name")
    {
      note(
        .byName(callee: SourceSpan(offset: callee.offset, length: callee.length)),
        name.expression
      )
    }
  }

  /// Records functions that are passed on without a call: their results can only be computed.
  mutating func readUncalledFunctions() {
    for reference in syntax.uncalledFunctions {
      note(.package(product: nil), ExprSyntax(reference))
    }
  }

  mutating func readLiterals() {
    for literal in syntax.strings {
      let role = syntax.role(of: literal)
      guard role != .other, constants.value(of: ExprSyntax(literal)) != nil else { continue }
      note(.literal(isCertain: role == .targetDependency), ExprSyntax(literal))
    }
  }

  private mutating func note(_ form: ManifestSites.Reference.Form, _ expression: ExprSyntax) {
    sites.references.append(
      ManifestSites.Reference(
        form: form,
        value: constants.value(of: expression),
        span: expression.span,
        position: syntax.position(of: expression)
      )
    )
  }
}

extension ManifestReader {
  private static let greatestIndirection = 16

  /// The elements of a list that is written out: literals, sums, both branches of a condition, and
  /// constants of those.
  mutating func elements(of expression: ExprSyntax) -> [ExprSyntax] {
    elements(of: expression, indirection: 0)
  }

  private mutating func elements(of expression: ExprSyntax, indirection: Int) -> [ExprSyntax] {
    guard indirection < Self.greatestIndirection, elementBudget > 0 else {
      noteUnread(expression)
      return []
    }
    elementBudget -= 1
    switch expression.as(ExprSyntaxEnum.self) {
    case .arrayExpr(let array):
      elementBudget -= array.elements.count
      return array.elements.map(\.expression)
    case .tupleExpr(let tuple):
      guard let inner = tuple.parenthesized else { break }
      return elements(of: inner, indirection: indirection)
    case .sequenceExpr(let sequence):
      return elements(of: Array(sequence.elements)[...], indirection: indirection)
    default:
      let definition = definition(of: expression)
      guard definition.id != expression.id else { break }
      if isVariable(expression) { noteUnread(expression) }
      return elements(of: definition, indirection: indirection + 1)
    }
    noteUnread(expression)
    return []
  }

  private mutating func elements(
    of operands: ArraySlice<ExprSyntax>,
    indirection: Int
  ) -> [ExprSyntax] {
    if let index = operands.firstIndex(where: { $0.is(UnresolvedTernaryExprSyntax.self) }),
      let ternary = operands[index].as(UnresolvedTernaryExprSyntax.self)
    {
      return elements(of: ternary.thenExpression, indirection: indirection)
        + elements(of: operands[(index + 1)...], indirection: indirection)
    }
    return operands.flatMap { operand -> [ExprSyntax] in
      switch operand.as(ExprSyntaxEnum.self) {
      case .binaryOperatorExpr(let binary) where binary.operator.text == "+": []
      case .unresolvedAsExpr, .typeExpr: []
      default: elements(of: operand, indirection: indirection)
      }
    }
  }

  /// The value of a name, if one declaration in the file says so; else the expression itself.
  func definition(of expression: ExprSyntax) -> ExprSyntax {
    if let inner = expression.as(TupleExprSyntax.self)?.parenthesized {
      return definition(of: inner)
    }
    let binding = binding(of: expression)
    return binding?.initializer?.value ?? binding?.singleExpression ?? expression
  }

  private func isVariable(_ expression: ExprSyntax) -> Bool {
    let binding = binding(of: expression)
    return binding?.initializer != nil
      && binding?.declaration?.bindingSpecifier.tokenKind == .keyword(.var)
  }

  private func binding(of expression: ExprSyntax) -> PatternBindingSyntax? {
    let name =
      expression.as(DeclReferenceExprSyntax.self)?.baseName
      ?? expression.as(MemberAccessExprSyntax.self)?.declName.baseName
    guard let name = name?.bareText, syntax.declarationCounts[name] == 1 else { return nil }
    return syntax.bindingsByName[name]
  }
}

extension PatternBindingSyntax {
  /// The one expression of a computed property.
  fileprivate var singleExpression: ExprSyntax? {
    guard case .getter(let statements)? = accessorBlock?.accessors, statements.count == 1 else {
      return nil
    }
    return statements.first?.item.as(ExprSyntax.self)
  }
}
