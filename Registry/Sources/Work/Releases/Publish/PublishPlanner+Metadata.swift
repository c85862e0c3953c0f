import Base
package import Git
package import Model
package import Versions

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
    let own = base.state.manifest.repository(of: name, with: releases)?.canonical
    let claims = metadata.repositories.filter { $0.canonical != own && !confirmed.contains($0) }
    let others = claims.isEmpty ? nil : RepositoryOwners(base.state.manifest, lists, besides: name)
    for url in claims {
      guard url.isNetworked else {
        throw refusal(of: url, "which git does not reach by https or ssh", help: "remove it")
      }
      if let owner = try others?.owner(of: url, at: base.state, in: workspace) {
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

  private func refusal(of url: RepositoryURL, _ why: String, help: String) -> OperationError {
    OperationError(
      .invalidMetadata,
      "the metadata names the repository '\(url)', \(why)",
      help: help
    )
  }
}

/// The repositories of all components but one, by their canonical URLs.
private struct RepositoryOwners {
  private var listed: [String: [ComponentName]] = [:]
  private var confirmed: [String: String] = [:]

  init(
    _ manifest: Manifest,
    _ lists: [String: ConfirmedRepositories],
    besides own: ComponentName
  ) {
    for name in manifest.components.keys.sorted() where name != own {
      guard let url = manifest.repository(of: name)?.canonical else { continue }
      listed[url, default: []].append(name)
    }
    for (name, list) in lists where name != own.text {
      for url in list.keys { confirmed[url] = name }
    }
  }

  func owner(
    of url: RepositoryURL,
    at state: RegistryState,
    in workspace: borrowing Workspace
  ) throws -> String? {
    for name in listed[url.canonical] ?? [] {
      let releases = try workspace.log(of: name, in: state).releases
      if state.manifest.repository(of: name, with: releases) != nil { return name.text }
    }
    return confirmed[url.canonical]
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
