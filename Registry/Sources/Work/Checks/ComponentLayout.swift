import Apps
import Base
package import Content
package import Git
package import ManifestEditor
import ManifestForms
package import Model
package import Versions

/// A package's folder with those of all that it depends on by path, which are built together.
///
/// A component of a manifest is one; another is any package of a repository, with all that is around
/// it.
package struct ComponentLayout: Hashable, Sendable {
  /// A folder of the repository with its tree.
  package struct Folder: Hashable, Sendable {
    /// The path from the root of the repository, so that relative paths between the folders stay
    /// valid.
    package let path: TreePath
    package let tree: ObjectID
    /// The same as it was written, before its manifests were edited for what is beside it: these edits
    /// change nothing that is declared, and running a manifest is known by its content.
    package let written: ObjectID

    init(path: TreePath, tree: ObjectID, written: ObjectID? = nil) {
      (self.path, self.tree, self.written) = (path, tree, written ?? tree)
    }
  }

  /// The name of the component or the package, for messages.
  package let name: String
  /// The folder of the package itself.
  package let folder: Folder
  /// The folders of the packages that it depends on by path, directly or through others, by name.
  package let dependencies: [String: Folder]
  /// The platforms that it is built for; none for those that its `Package.swift` declares.
  package let platforms: [BuildPlatform]
  /// Whether the files may have names that other systems cannot hold, since they are not published.
  package let isPersonal: Bool
}

extension ComponentLayout {
  /// A package of a repository, with all that is around it.
  ///
  /// - Parameters:
  ///   - path: That of its folder.
  ///   - tree: What is there.
  ///   - root: The whole of the repository.
  package init(
    ofPackage name: String,
    at path: TreePath,
    _ tree: ObjectID,
    in root: ObjectID,
    platforms: [BuildPlatform] = []
  ) {
    self.init(
      name: name,
      folder: Folder(path: path, tree: tree),
      dependencies: path.isRoot ? [:] : [".": Folder(path: .root, tree: root)],
      platforms: platforms,
      isPersonal: true
    )
  }
}

extension ComponentLayout.Folder {
  /// The same, with the dependencies beside it that it names by URL, or where they were before they
  /// moved.
  ///
  /// - Parameter release: That the files are of; `nil` for those of a commit.
  func local(
    of name: ComponentName,
    _ release: Release? = nil,
    in state: RegistryState,
    _ workspace: borrowing Workspace
  ) throws -> Self {
    // A missing tree is reported where the folders are combined.
    guard workspace.repository.contains(tree) else { return self }
    var tree = tree
    if let release {
      let moved = try MovedDependencies(state.manifest)
        .edits(of: name, release, in: tree, workspace)
      if !moved.isEmpty { tree = try workspace.repository.edit(tree, moved) }
    }
    let edits = try LocalDependencies(
      state.manifest,
      by: workspace.manifestReading(state.manifest, of: release)
    ).edits(
      of: tree,
      at: path,
      // What it requires is beside it: other URLs did not name components yet when it was made.
      onlyOf: release.map { Set($0.requires.keys) },
      in: workspace.repository
    )
    if !edits.isEmpty { tree = try workspace.repository.edit(tree, edits) }
    return Self(path: path, tree: tree, written: self.tree)
  }
}

extension ComponentLayout {
  private init(
    component: ComponentName,
    folder: Folder,
    dependencies: [ComponentName: Folder],
    submodules: [String: Folder] = [:],
    platforms: [BuildPlatform]
  ) {
    let components = Dictionary(
      uniqueKeysWithValues: dependencies.map { ($0.key.text, $0.value) }
    )
    self.init(
      name: component.text,
      folder: folder,
      dependencies: components.merging(submodules) { $1 },
      platforms: platforms,
      isPersonal: !submodules.isEmpty
    )
  }

  /// The submodules of the newest commit that packages depend on by path, by names that no component
  /// has.
  ///
  /// - Throws: If the clone does not have one.
  private static func submodules(
    beside folders: [ComponentName: Folder],
    state: RegistryState,
    in workspace: borrowing Workspace
  ) throws -> [String: Folder] {
    guard case .commit(_, let root) = state.origin,
      try workspace.repository.listsSubmodules(root)
    else { return [:] }
    var found: [String: Folder] = [:]
    var seen = Set(folders.values.map(\.path))
    var open = folders.sorted { $0.key < $1.key }.map { (dependent: $0.key, folder: $0.value) }
    while let (dependent, folder) = open.popLast() {
      // A missing tree is reported where the folders are combined.
      guard workspace.repository.contains(folder.tree),
        let bytes = try workspace.manifestContent(in: folder.tree)
      else { continue }
      let file = try workspace.manifestReading(state.manifest).survey(bytes, in: folder.path)
      for path in file.pathDependencies where seen.insert(path).inserted {
        guard let place = try workspace.repository.submodule(holding: path, in: root),
          let entry = try workspace.repository.entry(at: place, in: root)
        else { continue }
        guard let files = try workspace.repository.files(ofSubmodule: entry.id) else {
          throw OperationError.missingSubmodule(place, neededBy: dependent)
        }
        found["submodule \(place)"] = Folder(path: place, tree: files)
        let inner = try TreePath(place.way(to: path))
        let tree =
          try inner.isRoot ? files : workspace.repository.tree(at: inner, in: files)
        if let tree { open.append((dependent, Folder(path: path, tree: tree))) }
      }
    }
    return found
  }

  /// The releases that a client gets, side by side at the paths that the manifest gives them.
  package init(
    _ client: ClientLayout,
    state: RegistryState,
    in workspace: borrowing Workspace
  ) throws {
    try self.init(
      of: client.component,
      ReleaseForm(of: client.release),
      cutting: client.release.cuts,
      of: client.release,
      beside: client.dependencies,
      state: state,
      in: workspace
    )
  }

  /// The same with the private components that its tests need, and with what only these need, as the
  /// newest commit has them.
  package init(
    testing client: ClientLayout,
    state: RegistryState,
    in workspace: borrowing Workspace
  ) throws {
    let layout = try Self(client, state: state, in: workspace)
    guard !client.release.cuts.isEmpty, case .commit(_, let root) = state.origin else {
      self = layout
      return
    }
    let folder = try Folder(
      of: ReleaseForm(of: client.release),
      at: layout.folder.path,
      in: workspace
    )
    var folders: [ComponentName: Folder] = [:]
    for name in client.dependencies.keys { folders[name] = layout.dependencies[name.text] }
    folders[client.component] = try folder.local(
      of: client.component,
      client.release,
      in: state,
      workspace
    )
    let needed = try state.components(neededBy: folder, of: client.release, in: workspace)
    try Self.add(needed, to: &folders, at: root, state: state, in: workspace)
    let own = folders.removeValue(forKey: client.component) ?? folder
    self.init(
      component: client.component,
      folder: own,
      dependencies: folders,
      platforms: layout.platforms
    )
  }

  /// A component's files with releases of what it requires.
  package init(
    of component: ComponentName,
    _ form: ReleaseForm,
    requires: [ComponentName: VersionRequirement],
    cutting cuts: [TreePath: [SourceEdit]] = [:],
    with choice: ReleasedDependencies.Choice,
    state: RegistryState,
    in workspace: borrowing Workspace
  ) throws {
    let releases = try ReleasedDependencies(
      component: component,
      requires: requires,
      state: state
    ).releases(choice, in: workspace)
    try self.init(
      of: component,
      form,
      cutting: cuts,
      beside: releases,
      state: state,
      in: workspace
    )
  }

  private init(
    of component: ComponentName,
    _ form: ReleaseForm,
    cutting cuts: [TreePath: [SourceEdit]],
    of own: Release? = nil,
    beside releases: [ComponentName: Release],
    state: RegistryState,
    in workspace: borrowing Workspace
  ) throws {
    var folders: [ComponentName: Folder] = [:]
    for (name, release) in releases {
      folders[name] = try Folder(
        of: ReleaseForm(of: release),
        cutting: release.cuts,
        at: state.path(of: name),
        in: workspace
      ).local(of: name, release, in: state, workspace)
    }
    let folder = try Folder(of: form, cutting: cuts, at: state.path(of: component), in: workspace)
      .local(of: component, own, in: state, workspace)
    self.init(
      component: component,
      folder: folder,
      dependencies: folders,
      submodules: try Self.submodules(
        beside: folders.merging([component: folder]) { $1 },
        state: state,
        in: workspace
      ),
      platforms: state.manifest.platforms(of: component)
    )
  }

  /// A release with the dependencies that existed when it was made.
  package init(
    of component: ComponentName,
    asReleased release: Release,
    state: RegistryState,
    in workspace: borrowing Workspace
  ) throws {
    let choice = ReleasedDependencies.Choice.newestAt(release.date)
    try self.init(
      ClientLayout(of: component, release, with: choice, state: state, in: workspace),
      state: state,
      in: workspace
    )
  }

  /// A component with all that it depends on as a commit has them, released or not.
  package init(
    of component: ComponentName,
    at root: ObjectID,
    state: RegistryState,
    in workspace: borrowing Workspace
  ) throws {
    var folders: [ComponentName: Folder] = [:]
    try Self.add([component], to: &folders, at: root, state: state, in: workspace)
    guard let own = folders.removeValue(forKey: component) else {
      throw OperationError(.other, "'\(component)' was not found")
    }
    self.init(
      component: component,
      folder: own,
      dependencies: folders,
      submodules: try Self.submodules(
        beside: folders.merging([component: own]) { $1 },
        state: state,
        in: workspace
      ),
      platforms: state.manifest.platforms(of: component)
    )
  }

  /// Adds components that are not there yet, with all that they depend on, as a commit has them.
  private static func add(
    _ names: [ComponentName],
    to folders: inout [ComponentName: Folder],
    at root: ObjectID,
    state: RegistryState,
    in workspace: borrowing Workspace
  ) throws {
    let trees = state.trees
    var open = names
    while let name = open.popLast() {
      guard folders[name] == nil else { continue }
      let path = try state.path(of: name)
      let place = ComponentFolder(
        path: path,
        root: root,
        of: trees,
        manifestFile: state.document.file
      )
      let tree = try unifyingErrors(of: "component '\(name)'") {
        try place.tree(in: workspace.repository)
      }
      let folder = Folder(path: path, tree: tree)
      // The URLs in its manifest name its dependencies, and lead out of the repository.
      let needed = try state.components(neededBy: folder, in: workspace)
      folders[name] = try folder.local(of: name, in: state, workspace)
      open += needed
    }
  }
}

extension ComponentLayout.Folder {
  /// The files of a release, recorded or about to be, with what it has in place of links.
  fileprivate init(
    of form: ReleaseForm,
    cutting cuts: [TreePath: [SourceEdit]] = [:],
    at path: TreePath,
    in workspace: borrowing Workspace
  ) throws {
    // A missing tree is reported where the folders are combined.
    let isPlain = form.files.isEmpty && form.omits.isEmpty && cuts.isEmpty
    self.init(
      path: path,
      tree: try isPlain ? form.tree : form.buildTree(cutting: cuts, in: workspace.repository)
    )
  }
}

extension RegistryState {
  /// The folder that the manifest gives to a component.
  fileprivate func path(of component: ComponentName) throws -> TreePath {
    guard let path = manifest.components[component]?.path else {
      throw OperationError(
        .unknownComponent,
        "the manifest does not list '\(component)'",
        help: "list it under \"components\", with the folder to put it in"
      )
    }
    return path
  }

  /// The components that a package depends on by path.
  fileprivate func components(
    neededBy folder: ComponentLayout.Folder,
    of release: Release? = nil,
    in workspace: borrowing Workspace
  ) throws -> [ComponentName] {
    guard let bytes = try workspace.manifestContent(in: folder.tree) else {
      return []
    }
    let file = try located(in: folder.path) {
      try workspace.manifestReading(manifest, of: release).file(bytes, in: folder.path)
    }
    let repositories = ComponentRepositories(self.manifest)
    return try file.dependencies.compactMap { dependency in
      switch dependency.location {
      case .registry: return nil
      case .url(let url): return repositories.component(at: url)
      case .path:
        let place = try dependency.place?.get()
        return self.manifest.components.first { $0.value.path == place }?.key
      }
    }
  }
}
