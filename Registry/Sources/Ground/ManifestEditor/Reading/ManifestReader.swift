import Base
import Git
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
  var refusals: [OperationError] = []
  var obstacles: [OperationError] = []
  var platforms: [String: String] = [:]
  var traits: [String] = []
  var defaultTraits: Set<String> = []
  var enabledTraits: [String: Set<String>] = [:]
  var sites = RewritingSites()
  var areProductsComplete = true
  var computesDependencies = false
  private(set) var changesTargets = false
  private(set) var packagePosition = SourcePosition(line: 1, column: 1)
  private(set) var packageVariable: String?

  /// How many list elements may still be followed, since lists may contain each other twice.
  var elementBudget = 20_000

  init(_ syntax: ManifestSyntax, packagePath: TreePath) throws(OperationError) {
    self.syntax = syntax
    constants = ConstantStrings(syntax)
    try readName()
    readDependencies(packagePath: packagePath)
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

  private mutating func readName() throws(OperationError) {
    guard let call = syntax.calls.first(where: isPackageInitializer) else {
      throw OperationError(.malformed, "no 'Package(…)' in the manifest")
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
      RewritingSites.Product(
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
