import Base
import Git
import Versions

extension Manifest {
  /// The component that a person means by its folder, or by its name with a version behind it; `nil`
  /// if it is neither.
  func meant(by text: String) -> (name: ComponentName, version: Substring?)? {
    let parts = text.split(separator: /[=@]/, maxSplits: 1, omittingEmptySubsequences: false)
    if parts.count == 2, let name = try? ComponentName(String(parts[0])), components[name] != nil {
      return (name, parts[1])
    }
    let folder = text.hasSuffix("/") ? String(text.dropLast()) : text
    return components.first { $1.path.description == folder }.map { ($0.key, nil) }
  }
}
