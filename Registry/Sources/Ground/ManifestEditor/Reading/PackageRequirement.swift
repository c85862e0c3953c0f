package import Base

internal import SwiftSyntax

/// The versions of a package that a manifest requires, as it writes them.
package enum PackageRequirement: Hashable, Sendable {
  case exact(String)
  case from(String)
  case upToNextMinor(String)
  case range(String, String)
  case closedRange(String, String)
}

extension ManifestReader {
  /// The requirement after the place of a dependency; `nil` if it is computed, or no versions.
  func requirement(_ argument: LabeledExprSyntax?) -> PackageRequirement? {
    guard let argument else { return nil }
    switch argument.label?.bareText {
    case "from": return constants.value(of: argument.expression).map { .from($0) }
    case "exact": return constants.value(of: argument.expression).map { .exact($0) }
    case nil: break
    default: return nil
    }
    if let call = argument.expression.as(FunctionCallExprSyntax.self),
      let name = call.calleeName?.bareText, let lower = call.arguments.first,
      let version = constants.value(of: lower.expression)
    {
      switch name {
      case "exact": return .exact(version)
      case "upToNextMajor": return .from(version)
      case "upToNextMinor": return .upToNextMinor(version)
      default: return nil
      }
    }
    guard let range = argument.expression.as(SequenceExprSyntax.self) else { return nil }
    let parts = Array(range.elements)
    guard parts.count == 3, let between = parts[1].as(BinaryOperatorExprSyntax.self),
      let lower = constants.value(of: parts[0]), let upper = constants.value(of: parts[2])
    else { return nil }
    switch between.operator.text {
    case "..<": return .range(lower, upper)
    case "...": return .closedRange(lower, upper)
    default: return nil
    }
  }
}

extension PackageManifestFile {
  /// What the manifest requires of a package that is not local.
  ///
  /// - Throws: `tooDynamic` if that is computed, or no versions.
  package func requirement(
    of dependency: PackageDependency
  ) throws(OperationError) -> PackageRequirement {
    if let requirement = dependency.requirement { return requirement }
    throw OperationError(
      .tooDynamic,
      "the versions that are required of a component cannot be read",
      at: dependency.position,
      help: "write them as string literals, such as 'from: \"1.0.0\"'"
    ).located(in: fileName)
  }
}
