import ArgumentParser
import Registration
import RegistryModel
import Versioning
import Workspace

/// What a shell may complete a word with; nothing where there is no registry.
extension CompletionKind {
  static let components = ofManifest { $0.components.keys.map(\.text) }

  static let componentsAndGroups = ofManifest {
    $0.components.keys.map(\.text) + $0.groups.keys.map(\.text)
  }

  static let apps = ofManifest { $0.scaffolds.keys.map(\.text) }

  /// The products that the manifest names for the apps.
  static let products = ofManifest { $0.scaffolds.values.compactMap(\.product) }

  static let layers = ofManifest { $0.layers.keys.map(\.text) }

  static let templates = CompletionKind.custom { arguments, _, _ in
    (try? Template.names(in: CompletedWords(arguments).workspace())) ?? []
  }

  /// The releases of the component that an earlier word names, newest first.
  static let releases = CompletionKind.custom { arguments, _, _ in
    (try? CompletedWords(arguments).releases()) ?? []
  }

  /// The versions that may follow the last release of that component.
  static let nextVersions = CompletionKind.custom { arguments, _, _ in
    (try? CompletedWords(arguments).nextVersions()) ?? []
  }

  /// Components and groups, and after a component its releases.
  static let componentsAndReleases = CompletionKind.custom { arguments, _, _ in
    let words = CompletedWords(arguments)
    guard let releases = try? words.releases(), !releases.isEmpty else {
      return (try? words.manifest()).map { $0.components.keys.map(\.text).sorted() } ?? []
    }
    return releases
  }

  private static func ofManifest(
    _ names: @escaping @Sendable (Manifest) -> [String]
  ) -> CompletionKind {
    .custom { arguments, _, _ in
      (try? CompletedWords(arguments).manifest()).map { Set(names($0)).sorted() } ?? []
    }
  }
}

/// A command line of which a shell completes a word.
private struct CompletedWords {
  let words: [String]

  init(_ words: [String]) {
    self.words = words
  }

  func workspace() throws -> Workspace {
    try Workspace(
      directory: value(of: "--directory") ?? ".",
      manifest: value(of: "--manifest")
    )
  }

  func manifest() throws -> Manifest { try workspace().currentManifest() }

  func releases() throws -> [String] {
    try log().map { log in log.availableReleases.reversed().map(\.version.description) } ?? []
  }

  func nextVersions() throws -> [String] {
    guard let log = try log() else { return [] }
    guard let last = log.greatestAvailable?.version else { return ["1.0.0"] }
    let increments: [VersionIncrement] = [.patch, .minor, .major]
    return try increments.map { try last.incremented($0).description }
  }

  /// The log of the component that was named last.
  private func log() throws -> ReleaseLog? {
    let workspace = try workspace()
    guard let state = try workspace.committedState() else { return nil }
    let known = Set(workspace.loggedComponents(in: state) + state.manifest.components.keys)
    // The first two words are the program and its command.
    let names = words.dropFirst(2).compactMap { try? ComponentName($0) }
    guard let name = names.last(where: known.contains) else { return nil }
    return try workspace.log(of: name, in: state)
  }

  private func value(of option: String) -> String? {
    guard let index = words.lastIndex(of: option), index + 1 < words.count else { return nil }
    return words[index + 1]
  }
}
