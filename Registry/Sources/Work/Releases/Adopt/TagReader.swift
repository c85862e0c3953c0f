import Base
import Git
import Model
import Versions

/// Determines which version of which component a tag names.
struct TagReader {
  enum Reading {
    case version(SemanticVersion, of: [ComponentName], TagPattern)
    /// The tag has one of the forms, and names no version of a component.
    case refused(OperationError)
    /// The tag is not one of a release.
    case other
  }

  private let all: [ComponentName]
  private var named: [String: [ComponentName]] = [:]
  private var folders: [String: [ComponentName]] = [:]
  private let paths: [String: ComponentName]

  /// Names are compared as those of components are, whose case makes no difference.
  init(_ manifest: Manifest) {
    all = manifest.components.keys.sorted()
    paths = Dictionary(manifest.components.map { ($1.path.string, $0) }) { first, _ in first }
    for name in all {
      named[name.collisionKey, default: []].append(name)
      guard let path = manifest.components[name]?.path else { continue }
      folders[Self.key(path.name), default: []].append(name)
    }
  }

  private static func key(_ name: some StringProtocol) -> String {
    (try? ComponentName(String(name)))?.collisionKey ?? name.lowercased()
  }

  /// - Parameter patterns: Of which the first one that fits counts.
  func reading(of tag: String, by patterns: [TagPattern]) -> Reading {
    var refusals: [OperationError] = []
    for pattern in patterns {
      for values in pattern.readings(of: tag) {
        // What begins otherwise is the tag of something else, and no version.
        guard let text = values[.version], text.first?.isNumber ?? false else { continue }
        let owners = pattern.isOfAll ? all : owners(values)
        do {
          let version = try SemanticVersion(String(text))
          if owners.count == 1 || pattern.isOfAll {
            return .version(version, of: owners, pattern)
          }
          refusals.append(refusal(values, owners))
        } catch {
          // Other tags may begin alike.
          guard !owners.isEmpty else { continue }
          refusals.insert(OperationError(error), at: 0)
        }
      }
    }
    return refusals.first.map { .refused($0) } ?? .other
  }

  private func owners(_ values: [TagPattern.Placeholder: Substring]) -> [ComponentName] {
    if let path = values[.path] { return paths[String(path)].map { [$0] } ?? [] }
    guard let name = values[.name].map(Self.key) else { return [] }
    return named[name] ?? folders[name] ?? []
  }

  private func refusal(
    _ values: [TagPattern.Placeholder: Substring],
    _ owners: [ComponentName]
  ) -> OperationError {
    let text = String(values[.name] ?? values[.path] ?? "")
    guard owners.isEmpty else {
      let names = owners.map { "'\($0)'" }.joined(separator: " and ")
      return OperationError(.unknownComponent, "'\(text)' is the folder of \(names)")
    }
    let kind = values[.name] == nil ? "in the folder" : "with the name or the folder"
    return OperationError(.unknownComponent, "there is no component \(kind) '\(text)'")
  }
}
