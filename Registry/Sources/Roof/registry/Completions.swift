import Base
import ArgumentParser
import Git
import Model
import Registration
import ServerArguments
import Sharing
import Versions

/// The completions of words in a shell; none if there is no registry.
extension CompletionKind {
  static let components = ofManifest { $0.components.keys.map(\.text) }

  static let componentsAndGroups = ofManifest {
    $0.components.keys.map(\.text) + $0.groups.keys.map(\.text)
  }

  static let apps = ofManifest { $0.apps.keys.map(\.text) }

  /// The products that the manifest names for the apps.
  static let products = ofManifest { $0.apps.values.compactMap(\.product) }

  static let layers = ofManifest { $0.layers.keys.map(\.text) }

  static let templates = of { try Template.names(in: $0.workspace()) }

  /// The releases of the component that an earlier word names, newest first.
  static let releases = of { try $0.releases() }

  /// The versions that may follow the last release of that component.
  static let nextVersions = of { try $0.nextVersions() }

  /// Components and groups, and after a component its releases.
  static let componentsAndReleases = of { words in
    let releases = (try? words.releases()) ?? []
    return try releases.isEmpty
      ? words.manifest().components.keys.map(\.text).sorted() : releases
  }

  /// The keys of the manifest that can be set.
  static let settings = of { ManifestSetting.names(in: try $0.manifest()) }

  /// The values of the key that an earlier word is.
  static let settingValues = of { words in
    let manifest = try words.manifest()
    let settings = words.words.dropFirst(2).compactMap {
      try? ManifestSetting.named($0, in: manifest).first
    }
    return settings.first?.values(in: manifest).sorted() ?? []
  }

  /// Branches and tags, which name revisions.
  static let revisions = ofRepository { repository in
    try repository.references(matching: "refs/*").map(\.name).compactMap { name in
      ["refs/heads/", "refs/tags/", "refs/remotes/"].first(where: name.hasPrefix)
        .map { String(name.dropFirst($0.count)) }
    }
  }

  static let branches = ofRepository { repository in
    try repository.references(matching: "refs/heads/*").map(\.name).map {
      String($0.dropFirst("refs/heads/".count))
    }
  }

  static let remotes = ofRepository { Array(try $0.remoteURLs().keys) }

  static let publishTargets = ofManifest { $0.publishTargets.keys.map(\.text) }

  /// The tokens of the server over this repository.
  static let tokens = of { words in
    try ManageTokens(words.workspace().tokenFile).list().map(\.name).sorted()
  }

  private static func ofRepository(
    _ names: @escaping @Sendable (borrowing Repository) throws -> [String]
  ) -> CompletionKind {
    of { try names($0.workspace().repository).sorted() }
  }

  private static func ofManifest(
    _ names: @escaping @Sendable (Manifest) -> [String]
  ) -> CompletionKind {
    of { Set(names(try $0.manifest())).sorted() }
  }

  private static func of(
    _ candidates: @escaping @Sendable (CompletedWords) throws -> [String]
  ) -> CompletionKind {
    .custom { words, _, _ in (try? candidates(CompletedWords(words: words))) ?? [] }
  }
}

extension OptionValue {
  static var release: OptionValue { OptionValue("version", .releases) }
  static var revision: OptionValue { OptionValue("revision", .revisions) }
}

/// A command line of which a shell completes a word.
private struct CompletedWords {
  let words: [String]

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
