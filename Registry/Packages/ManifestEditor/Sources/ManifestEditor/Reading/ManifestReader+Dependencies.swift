internal import SwiftSyntax

extension ManifestReader {
  mutating func readDependencies() {
    for reference in syntax.uncalledFunctions where reference.baseName.bareText == "package" {
      obstacles.append(
        ManifestError(
          .computedPath,
          "'package' is passed on as a function, so its paths cannot be read",
          at: syntax.position(of: reference),
          help: "write each '.package(path: \"…\")' out"
        )
      )
    }
    for call in syntax.calls where call.isCall(of: "package") {
      if let path = call.argument("path") {
        readPathDependency(call, path)
      } else if let url = call.argument("url"), let value = location(url) {
        let requirement = requirement(call.argument(after: url))
        if requirement == nil, unversionedKind(of: call) == nil { computesDependencies = true }
        sites.urlDependencies.append(site(of: call, at: url))
        add(call, .url(value), name(in: call), requirement)
      } else if let id = call.argument("id"), let value = location(id) {
        sites.registryDependencies.append(site(of: call, at: id))
        add(call, .registry(value), name(in: call), requirement(call.argument(after: id)))
      }
    }
  }

  private mutating func readPathDependency(
    _ call: FunctionCallExprSyntax,
    _ path: LabeledExprSyntax
  ) {
    guard let written = required(path, what: "path of a package dependency") else { return }
    var name: String?
    let nameArgument = call.argument("name")
    if let nameArgument {
      name = required(nameArgument, what: "name of a package dependency")
      if name == nil { return }
    }
    sites.pathDependencies.append(site(of: call, at: path))
    add(call, .path(written), name)
  }

  /// The URL or the identity of a package.
  private mutating func location(_ argument: LabeledExprSyntax) -> String? {
    let value = constant(argument.expression)
    if value == nil { computesDependencies = true }
    return value
  }

  private func name(in call: FunctionCallExprSyntax) -> String? {
    call.argument("name").flatMap { constants.value(of: $0.expression) }
  }

  /// The place of the dependency that is added next.
  private func site(
    of call: FunctionCallExprSyntax,
    at location: LabeledExprSyntax
  ) -> ManifestSites.Dependency {
    ManifestSites.Dependency(
      index: dependencies.count,
      nameArgument: call.argument("name").map(\.argumentSpan),
      location: location.argumentSpan,
      requirement: call.argument(after: location).map(\.argumentSpan),
      element: syntax.element(of: call)
    )
  }

  private mutating func add(
    _ call: FunctionCallExprSyntax,
    _ location: PackageDependency.Location,
    _ name: String?,
    _ requirement: PackageRequirement? = nil
  ) {
    dependencies.append(
      PackageDependency(
        name: name,
        location: location,
        requirement: requirement,
        position: syntax.position(of: call)
      )
    )
  }

  private mutating func required(_ argument: LabeledExprSyntax, what: String) -> String? {
    if let value = constants.value(of: argument.expression) { return value }
    obstacles.append(
      ManifestError(
        .computedPath,
        "\(what) is computed: '\(syntax.excerpt(of: argument.expression))'",
        at: syntax.position(of: argument.expression),
        help: "write it as a string literal"
      )
    )
    return nil
  }
}

extension LabeledExprSyntax {
  /// From the label to the end of the value, without the comma.
  fileprivate var argumentSpan: SourceSpan {
    SourceSpan(
      offset: offset,
      length: expression.offset + expression.length - offset
    )
  }
}
