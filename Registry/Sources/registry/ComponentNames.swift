import RegistryModel
import Versioning
import Workspace

/// The components and groups that a shell may complete a word with; none where there is no registry.
func componentAndGroupNames(_ arguments: [String]) -> [String] {
  (known(arguments).map { $0.components.keys.map(\.text) + $0.groups.keys.map(\.text) } ?? [])
    .sorted()
}

/// The components that a shell may complete a word with; none where there is no registry.
func componentNames(_ arguments: [String]) -> [String] {
  known(arguments)?.components.keys.map(\.text).sorted() ?? []
}

private func known(_ arguments: [String]) -> Manifest? {
  let directory = value(of: "--directory", in: arguments) ?? "."
  let manifest = value(of: "--manifest", in: arguments)
  guard let workspace = try? Workspace(directory: directory, manifest: manifest) else { return nil }
  return try? workspace.currentManifest()
}

private func value(of option: String, in arguments: [String]) -> String? {
  guard let index = arguments.lastIndex(of: option), index + 1 < arguments.count else { return nil }
  return arguments[index + 1]
}
