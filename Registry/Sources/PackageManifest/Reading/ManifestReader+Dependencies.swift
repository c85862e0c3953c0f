import Errors
import GitValues
internal import SwiftSyntax

extension ManifestReader {
  mutating func readDependencies(packagePath: TreePath) {
    for reference in syntax.uncalledFunctions where reference.baseName.bareText == "package" {
      obstacles.append(
        OperationError(
          .tooDynamic,
          "'package' is passed on as a function, so its paths cannot be read",
          at: syntax.position(of: reference),
          help: "write each '.package(path: \"…\")' out, or let the toolchain run such manifests:"
            + " 'registry init --evaluate'"
        )
      )
    }
    for call in syntax.calls where call.isCall(of: "package") {
      if let path = call.argument("path") {
        readPathDependency(call, path, packagePath: packagePath)
      } else if let url = call.argument("url") {
        let count = dependencies.count
        readRemoteDependency(call, url) { .url($0) }
        guard dependencies.count > count else { continue }
        let behind = call.argument(after: url)
        dependencies[count].requirement = requirement(behind)
        if dependencies[count].requirement == nil, unversionedKind(of: call) == nil {
          computesDependencies = true
        }
        sites.urlDependencies.append(
          RewritingSites.URLDependency(
            index: count,
            nameArgument: call.argument("name").map(\.argumentSpan),
            urlArgument: url.argumentSpan,
            requirement: behind.map(\.argumentSpan)
          )
        )
      } else if let id = call.argument("id") {
        let count = dependencies.count
        readRemoteDependency(call, id) { .registry($0) }
        guard dependencies.count > count else { continue }
        sites.registryDependencies.append(
          RewritingSites.RegistryDependency(
            index: count,
            idArgument: id.argumentSpan,
            requirement: call.argument(after: id)?.argumentSpan
          )
        )
      }
    }
  }

  private mutating func readPathDependency(
    _ call: FunctionCallExprSyntax,
    _ path: LabeledExprSyntax,
    packagePath: TreePath
  ) {
    guard let written = required(path, what: "path of a package dependency") else { return }
    var name: String?
    let nameArgument = call.argument("name")
    if let nameArgument {
      name = required(nameArgument, what: "name of a package dependency")
      if name == nil { return }
    }
    let position = syntax.position(of: call)
    let resolved = Result { () throws(OperationError) in
      try packagePath.following(written)
    }
    sites.pathDependencies.append(
      RewritingSites.PathDependency(
        index: dependencies.count,
        nameArgument: nameArgument.map(\.argumentSpan),
        pathArgument: path.argumentSpan,
        element: syntax.element(of: call)
      )
    )
    dependencies.append(
      PackageDependency(
        name: name,
        location: .path(written, resolved: resolved),
        position: position
      )
    )
  }

  private mutating func readRemoteDependency(
    _ call: FunctionCallExprSyntax,
    _ argument: LabeledExprSyntax,
    location: (String) -> PackageDependency.Location
  ) {
    guard let value = constant(argument.expression, what: "location of a package dependency") else {
      computesDependencies = true
      return
    }
    let name = call.argument("name").flatMap { constants.value(of: $0.expression) }
    dependencies.append(
      PackageDependency(name: name, location: location(value), position: syntax.position(of: call))
    )
  }

  private mutating func required(_ argument: LabeledExprSyntax, what: String) -> String? {
    if let value = constants.value(of: argument.expression) { return value }
    obstacles.append(
      OperationError(
        .tooDynamic,
        "\(what) is computed: '\(syntax.excerpt(of: argument.expression))'",
        at: syntax.position(of: argument.expression),
        help: "write it as a string literal, or let the toolchain run such manifests:"
          + " 'registry init --evaluate'"
      )
    )
    return nil
  }
}

extension LabeledExprSyntax {
  /// From the label to the end of the value, without the comma.
  fileprivate var argumentSpan: RewritingSites.Span {
    RewritingSites.Span(
      offset: offset,
      length: expression.offset + expression.length - offset
    )
  }
}
