internal import SwiftSyntax

/// A package that a manifest depends on.
public struct PackageDependency: Hashable, Sendable {
  /// The origin of a package.
  public enum Location: Hashable, Sendable {
    /// A folder: its path as the manifest writes it, relative to the package's own folder or absolute.
    case path(String)

    /// A repository of its own.
    case url(String)

    /// A registry's identity, `scope.name`.
    case registry(String)
  }

  /// The `name:` argument, under which targets refer to the package in place of its identity.
  public let name: String?

  /// The origin of the package.
  public let location: Location

  /// The required versions of a package that is not local; `nil` if they are computed, or if a
  /// branch or revision is required.
  public let requirement: PackageRequirement?

  /// The place of the dependency in the manifest.
  public let position: SourcePosition

  /// A dependency that no text has, or that another text has at another place.
  public init(
    name: String?,
    location: Location,
    requirement: PackageRequirement?,
    position: SourcePosition
  ) {
    (self.name, self.location) = (name, location)
    (self.requirement, self.position) = (requirement, position)
  }

  /// The name by which targets refer to the package, compared without regard to case.
  ///
  /// `nil` for a path that ends in `.` or `..`: the text does not have the name of that folder.
  public var referenceName: String? {
    if let name { return name }
    switch location {
    case .registry(let id): return id
    case .url(let url): return Self.packageName(at: url)
    case .path(let path):
      let name = Self.packageName(at: path)
      return [".", "..", ""].contains(name) ? nil : name
    }
  }

  /// The name of the package at a URL or a path: the last part, without `.git`.
  public static func packageName(at location: String) -> String {
    // By bytes: a combining mark behind a slash would make one character of the two.
    let parts = Substring(location).utf8.split(separator: UInt8(ascii: "/"))
    let name = parts.last.map(Substring.init) ?? ""
    return String(name.hasSuffix(".git") ? name.dropLast(4) : name)
  }
}

/// The versions of a package that a manifest requires, as it writes them.
public enum PackageRequirement: Hashable, Sendable {
  /// One version.
  case exact(String)
  /// A version, and later ones up to the next major version.
  case from(String)
  /// A version, and later ones up to the next minor version.
  case upToNextMinor(String)
  /// A version, and later ones below another version.
  case range(String, String)
  /// A version, and later ones up to and with another version.
  case closedRange(String, String)

  /// The range as a person would write it: the toolchain knows only where a range starts and ends.
  ///
  /// - Parameters:
  ///   - lower: The lowest version.
  ///   - upper: The lowest later version that is not in the range.
  public init(from lower: String, below upper: String) {
    let numbers = lower.prefix { $0 != "-" && $0 != "+" }.split(separator: ".")
      .compactMap { Int($0) }
    self =
      if numbers.count == 3, upper == "\(numbers[0] + 1).0.0" {
        .from(lower)
      } else if numbers.count == 3, upper == "\(numbers[0]).\(numbers[1] + 1).0" {
        .upToNextMinor(lower)
      } else {
        .range(lower, upper)
      }
  }
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
