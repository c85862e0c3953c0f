import Errors
import Git
package import GitValues
import RegistryModel
package import Versioning
package import Workspace
import Writing

extension PublishPlanner {
  /// The metadata, and the list of the repositories that the token confirmed.
  ///
  /// - Parameter releases: All of the component, with the published one.
  func metadataFiles(
    of name: ComponentName,
    _ releases: [Release],
    in workspace: borrowing Workspace
  ) throws -> [PlannedFile] {
    guard let bytes = request.metadata else { return [] }
    let metadata = try PublishedMetadata(reading: bytes)
    var files = [
      PlannedFile(
        path: try workspace.metadataPath(of: name, request.version),
        old: nil,
        new: Array("\(metadata.json.compact)\n".utf8)
      )
    ]
    let lists = try workspace.confirmedRepositories(in: base.tree)
    var confirmed = lists[name.text] ?? ConfirmedRepositories(nil)
    for url in metadata.repositories {
      let own = base.state.manifest.repository(of: name, with: releases)
      let isListed = own?.canonical == url.canonical
      guard !isListed, !confirmed.contains(url) else { continue }
      if let owner = try owner(of: url, besides: name, lists, in: workspace) {
        throw refusal(of: url, "which belongs to the component '\(owner)'", help: "remove it")
      }
      guard request.repositories?.matches(url) == true else {
        throw refusal(
          of: url,
          "which neither the manifest nor the token confirms",
          help: "remove it, or ask the operator for a token: 'registry token create NAME --publish"
            + " --repositories \(url.neighbours.shellQuoted)'"
        )
      }
      confirmed.add(url)
    }
    let path = workspace.metadataFolder.appending(
      try TreePath("\(name)/\(ConfirmedRepositories.fileName)")
    )
    if confirmed.urls != lists[name.text]?.urls ?? [] {
      files.append(try base.file(path, confirmed.text, in: workspace))
    }
    return files
  }

  /// The other component that has a repository.
  private func owner(
    of url: RepositoryURL,
    besides name: ComponentName,
    _ confirmed: [String: ConfirmedRepositories],
    in workspace: borrowing Workspace
  ) throws -> String? {
    let manifest = base.state.manifest
    for other in manifest.components.keys.sorted() where other != name {
      guard manifest.repository(of: other)?.canonical == url.canonical else { continue }
      let releases = try workspace.log(of: other, in: base.state).releases
      if manifest.repository(of: other, with: releases) != nil { return other.text }
    }
    return confirmed.first { $0.key != name.text && $0.value.contains(url) }?.key
  }

  private func refusal(of url: RepositoryURL, _ why: String, help: String) -> OperationError {
    OperationError(
      .invalidMetadata,
      "the metadata names the repository '\(url)', \(why)",
      help: help
    )
  }
}

extension RepositoryURL {
  /// The pattern of all repositories in the same place.
  fileprivate var neighbours: String {
    let text = description
    guard let end = text.lastIndex(of: "/") else { return text }
    return "\(text[...end])*"
  }
}

extension Workspace {
  /// The path of the metadata that was published with a release.
  package func metadataPath(
    of component: ComponentName,
    _ version: SemanticVersion
  ) throws -> TreePath {
    try metadataFolder.appending(TreePath("\(component)/\(version.withoutBuildMetadata).json"))
  }

  package var metadataFolder: TreePath {
    registryPath.appending(TreePath(known: "metadata"))
  }

  /// By component.
  fileprivate func confirmedRepositories(
    in tree: ObjectID
  ) throws -> [String: ConfirmedRepositories] {
    guard let folder = try repository.entry(at: metadataFolder, in: tree), folder.mode == .tree
    else { return [:] }
    var lists: [String: ConfirmedRepositories] = [:]
    for entry in try repository.entries(of: folder.id) where entry.mode == .tree {
      let name = ConfirmedRepositories.fileName
      let path = metadataFolder.appending(TreePath(unchecked: "\(entry.name)/\(name)"))
      guard let bytes = try content(of: path, in: tree) else { continue }
      lists[entry.name] = ConfirmedRepositories(try JSONValue(reading: bytes, file: path.string))
    }
    return lists
  }
}
