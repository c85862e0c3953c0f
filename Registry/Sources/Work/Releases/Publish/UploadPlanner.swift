import Base
import Content
package import Git
package import Model
package import Versions

/// Works out a published release from the branch as it is, or the reason against it.
struct UploadPlanner {
  let request: RecordUpload
  let base: WriteBase

  func plan(in workspace: borrowing Workspace) throws -> RecordUpload.Result {
    let (name, component) = try place(in: workspace)
    try base.state.refusePrivate(name)
    if base.state.manifest.components[name] != nil { try base.state.refuseInternal(name) }
    let log = try workspace.log(of: name, in: base.state)
    if let existing = log.release(request.version) {
      guard existing.version.isSpelled(like: request.version),
        try isSame(existing, of: name, in: workspace)
      else {
        throw OperationError.taken(
          request.version,
          of: name,
          by: existing,
          help: "a release never changes: publish it under another version"
        )
      }
      return RecordUpload.Result(component: name, release: existing, plan: nil)
    }
    try request.version.checkNew()
    try checkOrigin(of: component, log, name)
    try unifyingErrors(of: "component '\(name)'") {
      try RequestedGroups(base.state.manifest)
        .refuse(name, .exactly(request.version), nil, in: base.state, of: workspace)
    }
    try TakenTag.refuse(
      TagNaming(of: name, at: component.path),
      request.version,
      at: base.tip,
      advising: AdvisedVersions(
        taken: TakenVersions(of: name, component, log, among: workspace.repository.tagNames()),
        state: base.state
      ),
      in: workspace
    )
    try checkVersion(after: log, of: name, component, in: workspace)
    try checkFolder(of: component, log, name, in: workspace)
    let files = try PublishedFiles(request.files, of: name, component, base: base, in: workspace)
    let candidate = candidate(of: name, files, log)
    var release = try candidate.release(
      as: request.version,
      nil,
      notes: "Published by \(request.publisher).",
      context: request.context
    )
    release.record.archive = try RecordUpload.archive(
      of: name,
      request.version,
      files: request.files
    )
    release.signature = request.signature
    let uploads = try keepArchive(of: &release, in: workspace)
    var writing = try ReleaseWriting(base.adding(component, named: name), in: workspace)
    try writing.add([release], in: workspace)
    let plan = try writing.plan(
      in: workspace,
      folder: files.folder,
      beside: metadataFiles(of: name, log.releases + [release.record], in: workspace) + uploads
    )
    return RecordUpload.Result(component: name, release: release.record, plan: plan)
  }

  /// Records the archive that was sent, and returns it, if its bytes are not those that are made of
  /// the files.
  private func keepArchive(
    of release: inout PlannedRelease,
    in workspace: borrowing Workspace
  ) throws -> [PlannedFile] {
    guard let archive = request.archive else { return [] }
    let digest = Hexadecimal.text(SHA256.digest(of: archive))
    let checksum = try ArchiveChecksum(hexadecimal: digest)
    guard checksum != release.record.archive else { return [] }
    release.record.archive = checksum
    release.record.upload = Repository.blobID(of: archive)
    let name = "\(release.component)/\(ReleaseSignature.uploadName(of: checksum))"
    let path = workspace.signaturesPath.appending(TreePath(known: name))
    return [PlannedFile(path: path, old: nil, new: archive)]
  }

  private func candidate(
    of name: ComponentName,
    _ files: PublishedFiles,
    _ log: ReleaseLog
  ) -> ReleaseCandidate {
    ReleaseCandidate(
      name: name,
      path: files.folder.path,
      source: .zero,
      log: log,
      form: ReleaseForm(tree: files.folder.tree),
      requires: files.requires,
      edits: files.edits,
      kind: .public,
      mirrorAuthor: base.state.manifest.mirrorAuthor,
      content: nil
    )
  }

  private func checkVersion(
    after log: ReleaseLog,
    of name: ComponentName,
    _ component: Component,
    in workspace: borrowing Workspace
  ) throws {
    let tags = try workspace.repository.tagNames()
    let taken = TakenVersions(of: name, component, log, among: tags)
    if let tag = taken.tag(naming: request.version) {
      throw OperationError(
        .versionTaken,
        "version '\(request.version)' of '\(name)' is taken: the tag '\(tag)' names it",
        help: "publish it under another version"
      )
    }
    let last = log.baseline(of: component)?.version ?? log.greatestAvailable?.version
    guard let last, request.version < last else { return }
    throw OperationError(
      .versionNotNewest,
      "version '\(request.version)' is not greater than '\(last)', the last release of '\(name)'",
      help: "to release an older version, use 'registry bump' on a maintenance branch in git"
    )
  }

  /// Checks that a component which is released in this repository is only replaced by those who may
  /// do that, even if its releases were withdrawn since.
  private func checkOrigin(
    of component: Component,
    _ log: ReleaseLog,
    _ name: ComponentName
  ) throws(OperationError) {
    let last = log.greatestAvailable?.version
    let isReleasedHere = log.releases.contains { release in
      release.source != .zero && last.map { $0 <= release.version } ?? true
    }
    guard isReleasedHere, !request.replacesOwn else { return }
    throw OperationError(
      .forbidden,
      "'\(name)' is released in this repository, from the folder '\(component.path)'",
      help: "release it there with 'registry bump \(name)', or use a token that is created with"
        + " '--replace'"
    )
  }

  /// Nothing that is in the monorepo is ever overwritten but what has been released.
  private func checkFolder(
    of component: Component,
    _ log: ReleaseLog,
    _ name: ComponentName,
    in workspace: borrowing Workspace
  ) throws {
    let path = component.path
    guard base.state.trees.isWhole(path) else {
      throw OperationError(
        .forbidden,
        "the folder '\(path)' of '\(name)' has more than this component, so no upload replaces it",
        help: "release it there with 'registry bump \(name)'"
      )
    }
    try ComponentFolder.checkPlace(path, manifest: workspace.manifestPath)
    try checkParents(of: path, in: workspace)
    guard let entry = try workspace.repository.entry(at: path, in: base.tree) else { return }
    guard entry.mode == .tree, log.newestReleases.contains(where: { $0.tree == entry.id }) else {
      throw OperationError(
        .unreleasedChanges,
        "the folder '\(path)' has unreleased changes",
        help: "release them in git first: 'registry bump \(name)'"
      )
    }
  }

  /// No folder can be made in what is not one.
  private func checkParents(of path: TreePath, in workspace: borrowing Workspace) throws {
    for place in path.ancestors.reversed() {
      guard let entry = try workspace.repository.entry(at: place, in: base.tree) else { return }
      guard entry.mode != .tree else { continue }
      throw OperationError(
        .collision,
        "'\(place)' is not a folder, so that '\(path)' cannot be created",
        help: "move '\(place)' to another place in git"
      )
    }
  }

  /// Whether a release's published form is what was sent, file by file.
  private func isSame(
    _ release: Release,
    of name: ComponentName,
    in workspace: borrowing Workspace
  ) throws -> Bool {
    var sent = Dictionary(request.files.map { ($0.path, $0) }) { first, _ in first }
    for item in try ReleaseForm(of: release).listing(in: workspace.repository).items {
      guard let file = sent.removeValue(forKey: item.path),
        item.mode == file.mode
      else { return false }
      let edits = release.edits[item.path] ?? []
      guard try edits.applied(to: workspace.repository.blob(item.id)) == file.content else {
        return false
      }
    }
    return sent.isEmpty
  }
}

extension WriteBase {
  /// The same, with the component in the manifest.
  fileprivate func adding(_ component: Component, named name: ComponentName) throws -> WriteBase {
    guard state.manifest.components[name] == nil else { return self }
    var base = self
    base.state = state.replacing(try state.document.setting(component, named: name))
    return base
  }
}

extension UploadPlanner {
  /// The component as the manifest has it, or as a new one would be.
  func place(
    in workspace: borrowing Workspace
  ) throws -> (name: ComponentName, component: Component) {
    let components = base.state.manifest.components
    if let known = components.first(where: { $0.key.key == request.component.key }) {
      return (known.key, known.value)
    }
    // Of a component that was removed, the releases are still there.
    let name =
      workspace.loggedComponents(in: base.state).first { $0.key == request.component.key }
      ?? request.component.spelled(asIn: components.keys)
    try name.checkIsPortable()
    try workspace.refuseCollision(of: name, in: base.state)
    let path = try TreePath("Components/\(name)")
    let collision = components.first {
      $0.key.collisionKey == name.collisionKey
        || $0.value.path.isInside(path)
    }
    if let (other, _) = collision {
      throw OperationError(.collision, "'\(name)' collides with the component '\(other)'")
    }
    // What is published is public, whatever the repository's own components are.
    let kind = base.state.manifest.release == .public ? nil : ReleaseKind.public
    return (name, Component(path: path, release: kind))
  }
}

extension ComponentName {
  /// A new name, with the spelling of its scope that other components have.
  fileprivate func spelled(asIn names: some Sequence<ComponentName>) -> ComponentName {
    guard let scope,
      let known = names.lazy.compactMap(\.scope).first(where: { $0.key == scope.key }),
      let name = try? ComponentName("\(known).\(packageName)")
    else { return self }
    return name
  }
}

extension UploadPlanner {
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

  /// The folder of the metadata of all published releases.
  package var metadataFolder: TreePath {
    registryPath.appending(TreePath(known: "metadata"))
  }

  /// Returns the confirmed repositories of each component.
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
