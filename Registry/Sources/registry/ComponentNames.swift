import RegistryModel
import Versioning
import Workspace

/// The components that a shell may complete a word with; none where there is no registry.
func componentNames(_ arguments: [String]) -> [String] {
  let directory = value(of: "--directory", in: arguments) ?? "."
  let manifest = value(of: "--manifest", in: arguments)
  guard let workspace = try? Workspace(directory: directory, manifest: manifest),
    let known = try? workspace.currentManifest()
  else { return [] }
  return known.components.keys.map(\.text).sorted()
}

private func value(of option: String, in arguments: [String]) -> String? {
  guard let index = arguments.lastIndex(of: option), index + 1 < arguments.count else { return nil }
  return arguments[index + 1]
}
