package import Base
package import Git
import ManifestEditor
import ManifestForms
package import Model
package import Versions

/// Checks what the manifests of components say: their dependencies, their published form, and the
/// layers.
package struct ComponentRules {
  private let document: ManifestDocument
  private let manifestPath: TreePath
  /// The tree of the whole commit.
  private let root: ObjectID
  private let packages: [(name: ComponentName, package: SurveyedPackage)]
  private let layers: LayerRules
  private let places: ComponentPlaces
  private let ownPackages: OwnPackages

  /// - Parameters:
  ///   - packages: The components' packages, as far as they are in the commit.
  ///   - origins: Where the repository is shared.
  ///   - now: The time that decides which exceptions to the layers have expired.
  package init(
    _ document: ManifestDocument,
    at manifestPath: TreePath,
    root: ObjectID,
    packages: [ComponentName: SurveyedPackage],
    origins: [RepositoryOrigin],
    now: RecordDate
  ) {
    self.document = document
    self.manifestPath = manifestPath
    self.root = root
    self.packages = packages.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
    layers = LayerRules(document.manifest, at: now)
    places = ComponentPlaces(document)
    ownPackages = OwnPackages(origins, packages: Array(packages.values))
  }

  /// The dependencies of each component, each with the first place in its manifest.
  package var dependencies: [ComponentName: [ComponentName: PackageFinding.Place]] {
    var graph: [ComponentName: [ComponentName: PackageFinding.Place]] = [:]
    for (name, package) in packages {
      var found: [ComponentName: PackageFinding.Place] = [:]
      for dependency in package.pathDependencies {
        guard let other = places.component(at: dependency.path), found[other] == nil else {
          continue
        }
        found[other] = PackageFinding.Place(dependency.file, dependency.position)
      }
      for manifest in package.manifests {
        for (_, other, dependency) in places.repositories.dependencies(of: manifest, besides: name)
        where found[other] == nil {
          found[other] = PackageFinding.Place(package.file(manifest.fileName), dependency.position)
        }
      }
      graph[name] = found
    }
    return graph
  }

  /// A component that is never released may depend on anything.
  private func isPrivate(_ name: ComponentName) -> Bool {
    document.manifest.components[name]?.isPrivate ?? false
  }

  package func findings(in repository: borrowing Repository) throws -> [PackageFinding] {
    let graph = dependencies
    let published = publishedComponents
    let leftOut = leftOut(of: graph, published)
    var findings: [PackageFinding] = []
    for (name, package) in packages where !isPrivate(name) {
      let kind = document.manifest.kind(of: name)
      findings += package.faults.map { $0.of(name) }
      findings += package.refusals.map { $0.of(name).forPublishing(kind) }
      do throws(OperationError) {
        try ComponentFolder.checkPlace(package.path, manifest: manifestPath)
      } catch {
        findings.append(PackageFinding(error, of: name, in: package.path))
      }
      findings += try dependencyFindings(of: name, package, in: repository)
    }
    let released = released(graph).map { name, dependencies in
      (name, dependencies.subtracting(leftOut[name] ?? []))
    }
    return findings + publishedFormFindings(published, leftOut)
      + internalFindings(graph, leftOut) + layerFindings(graph)
      + cycleFindings(graph, Dictionary(uniqueKeysWithValues: released))
  }

  /// The dependencies between components that are released: a path through a private one is not one of
  /// releases.
  private func released(
    _ graph: [ComponentName: [ComponentName: PackageFinding.Place]]
  ) -> [ComponentName: Set<ComponentName>] {
    graph.filter { !isPrivate($0.key) }.mapValues { Set($0.keys.filter { !isPrivate($0) }) }
  }

  /// The dependencies that only tests need, and that need the tested component in turn: its releases do
  /// without them.
  private func leftOut(
    of graph: [ComponentName: [ComponentName: PackageFinding.Place]],
    _ published: [TreePath: PublishedComponent]
  ) -> [ComponentName: Set<ComponentName>] {
    var leftOut: [ComponentName: Set<ComponentName>] = [:]
    let mutual = DependencyOrder.mutual(in: released(graph))
    if mutual.isEmpty { return [:] }
    for (name, package) in packages {
      leftOut[name] = mutual[name]?.filter { other in
        package.manifests.allSatisfy { manifest in
          manifest.canOmit(
            other.text,
            components: published,
            repositories: repositories(of: manifest, name, published)
          )
        }
      }
    }
    return leftOut
  }

  /// The components by their folders, as if each were released.
  private var publishedComponents: [TreePath: PublishedComponent] {
    var published: [TreePath: PublishedComponent] = [:]
    for (name, package) in packages {
      let products = package.manifest?.productNames
      published[package.path] =
        isPrivate(name)
        ? PublishedComponent(omitting: name.text, because: .isPrivate, products: products)
        : PublishedComponent(
          name: name.text,
          requirement: "from: \"1.0.0\"",
          products: products
        )
    }
    return published
  }

  /// Dependencies that no release can have, or that bind the repository to its own past.
  private func dependencyFindings(
    of name: ComponentName,
    _ package: SurveyedPackage,
    in repository: borrowing Repository
  ) throws -> [PackageFinding] {
    var findings: [PackageFinding] = []
    for (path, file, position) in package.pathDependencies
    where places.component(at: path) == nil {
      let error = try places.noComponent(at: path, neededBy: name, root: root, in: repository)
      let finding = PackageFinding(error, of: name, at: .init(file, position))
      // Apps are built with the commit of the submodule that theirs names.
      let isInSubmodule = try repository.submodule(holding: path, in: root) != nil
      let kind = document.manifest.kind(of: name)
      findings.append(isInSubmodule ? finding.forPublishing(kind) : finding)
    }
    for manifest in package.manifests {
      for dependency in manifest.dependencies {
        guard case .url(let url) = dependency.location else { continue }
        let place = PackageFinding.Place(package.file(manifest.fileName), dependency.position)
        if let error = Self.localURL(url) {
          let kind = document.manifest.kind(of: name)
          findings.append(PackageFinding(error, of: name, at: place).forPublishing(kind))
        } else if ownPackages.contains(url: url), places.component(of: dependency) == nil {
          findings.append(PackageFinding(ownURL(url), of: name, at: place))
        }
      }
    }
    return findings
  }

  private func ownURL(_ url: String) -> OperationError {
    OperationError(
      .ownRepository,
      "'\(url)' looks like a package of this repository, as it was published before",
      help: "depend on it by path, so that both are released from one commit, or list the URLs of"
        + " your components under \"repositories\" in '\(document.file)'"
    )
  }

  /// Why a URL is that of no repository which others can reach.
  private static func localURL(_ url: String) -> OperationError? {
    let isFile = url.lowercased().hasPrefix("file:")
    let isPath = ["/", "./", "../", "~"].contains { url.hasPrefix($0) }
    guard isFile || isPath || [".", ".."].contains(url) else { return nil }
    return OperationError(
      .localURL,
      "'\(url)' is a place on one machine, which clients of a release do not have",
      help:
        "depend on a package of this repository by path, '.package(path: \"…\")', and on another"
        + " one by the URL that everyone can reach"
    )
  }

  private func publishedFormFindings(
    _ published: [TreePath: PublishedComponent],
    _ leftOut: [ComponentName: Set<ComponentName>]
  ) -> [PackageFinding] {
    let scope = document.manifest.scope.text
    return packages.filter { !isPrivate($0.name) }.flatMap { name, package in
      let omitted = leftOut[name] ?? []
      var published = published
      for other in omitted {
        guard let path = document.manifest.components[other]?.path else { continue }
        published[path] = published[path]?.omitted(because: .cycle)
      }
      return package.manifests.flatMap { manifest in
        manifest.publishedFormFaults(
          scope: scope,
          components: published,
          repositories: repositories(of: manifest, name, published)
        )
        // Reported in more detail by the check of the dependencies.
        .filter { $0.code != .unknownComponent }
        .map { fault in
          let finding = PackageFinding(inManifest: fault, of: name, in: package.path)
          // What an internal release leaves out needs the same edits.
          let isInternal =
            document.manifest.kind(of: name) == .internal && omitted.isEmpty
            && !usesPrivate(package)
          return finding.forPublishing(isInternal ? .internal : .public)
        }
      }
    }
  }

  private func usesPrivate(_ package: SurveyedPackage) -> Bool {
    package.pathDependencies.contains { places.component(at: $0.path).map(isPrivate) ?? false }
  }

  /// Dependencies of published components that clients could not get.
  private func internalFindings(
    _ graph: [ComponentName: [ComponentName: PackageFinding.Place]],
    _ leftOut: [ComponentName: Set<ComponentName>]
  ) -> [PackageFinding] {
    let manifest = document.manifest
    let published = graph.filter { !isPrivate($0.key) && manifest.kind(of: $0.key) == .public }
    return published.flatMap { name, dependencies in
      dependencies.filter { !isPrivate($0.key) && manifest.kind(of: $0.key) == .internal }
        .filter { leftOut[name]?.contains($0.key) != true }
        .map { dependency, place in
          PackageFinding(.internalDependency(dependency, of: name), of: name, at: place)
        }
    }
  }

  private func repositories(
    of manifest: LocatedManifest,
    _ own: ComponentName,
    _ published: [TreePath: PublishedComponent]
  ) -> [String: PublishedComponent] {
    var found: [String: PublishedComponent] = [:]
    for (url, name, _) in places.repositories.dependencies(of: manifest, besides: own) {
      found[url] = document.manifest.components[name].flatMap { published[$0.path] }
    }
    return found
  }

  private func layerFindings(
    _ graph: [ComponentName: [ComponentName: PackageFinding.Place]]
  ) -> [PackageFinding] {
    var findings: [PackageFinding] = []
    for (name, dependencies) in graph {
      for (dependency, place) in dependencies {
        if let error = layers.refusal(of: dependency, usedBy: name, file: document.file) {
          findings.append(PackageFinding(error, of: name, at: place))
        }
      }
    }
    for (name, exceptions) in document.manifest.exceptions {
      for dependency in exceptions.keys {
        let exists = graph[name]?[dependency] != nil
        guard !exists || layers.violation(of: name, on: dependency) == nil else { continue }
        let error = OperationError(
          .unneededException,
          "the exception for '\(name)' to use '\(dependency)' is not needed: "
            + (exists ? "the layers allow it" : "'\(name)' does not depend on it"),
          help: "remove it with 'registry set exceptions.\(name).\(dependency) --unset'"
        )
        findings.append(
          PackageFinding(
            error,
            of: name,
            in: manifestPath,
            line: document.line(ofException: dependency, of: name)
          )
        )
      }
    }
    return findings
  }

  private func cycleFindings(
    _ graph: [ComponentName: [ComponentName: PackageFinding.Place]],
    _ released: [ComponentName: Set<ComponentName>]
  ) -> [PackageFinding] {
    let cycles = DependencyOrder(released).cycles
    // Every member has the same error; the first one names the cycle.
    var seen: Set<OperationError> = []
    return cycles.sorted { $0.key < $1.key }.compactMap { name, error in
      guard seen.insert(error).inserted else { return nil }
      let next = graph[name]?.filter { cycles[$0.key] == error }.min { $0.key < $1.key }
      let place = next?.value ?? PackageFinding.Place(manifestPath)
      return PackageFinding(error, of: name, at: place)
    }
  }
}

/// Recognizes URLs that look like a package of this repository, published from a repository of its
/// own.
package struct OwnPackages: Sendable {
  private let origins: [RepositoryOrigin]
  /// Folders and names of the packages, normalized for comparison.
  private let names: Set<String>

  /// Common prefixes of split repositories.
  private static let prefixes = ["swiftpm-", "swift-", "spm-"]

  package init(_ origins: [RepositoryOrigin], packages: [SurveyedPackage]) {
    self.origins = origins
    var names = Set(
      packages.flatMap { [String($0.path.name), $0.manifest?.name].compactMap(\.self) }
    )
    names.formUnion(origins.map(\.name))
    names.remove("")
    self.names = Set(names.flatMap(Self.keys))
  }

  package func contains(url: String) -> Bool {
    guard let place = RepositoryOrigin(url: url),
      origins.contains(where: { origin in
        origin.host == place.host && origin.owner.lowercased() == place.owner.lowercased()
      })
    else { return false }
    return !names.isDisjoint(with: Self.keys(place.name))
  }

  /// The name with and without a prefix, whatever its case and separators are.
  private static func keys(_ name: String) -> [String] {
    let lower = name.lowercased()
    let bare = prefixes.first { lower.hasPrefix($0) }.map { lower.dropFirst($0.count) }
    return [lower[...], bare].compactMap { key in
      key.map { $0.filter { $0.isLetter || $0.isNumber } }
    }
  }
}

/// Where a repository is shared, as the URL of a remote says.
package struct RepositoryOrigin: Hashable, Sendable {
  /// In lower case.
  package let host: String
  /// The first part of the path: on most hosts, a person or an organization.
  package let owner: String
  /// The last part of the path, without `.git`.
  package let name: String

  /// Reads `https://HOST/OWNER/NAME.git`, `ssh://…` and `user@HOST:OWNER/NAME.git`; `nil` for a path
  /// on this machine.
  package init?(url: String) {
    var rest = url[...]
    var isBehindColon = false
    if let scheme = rest.firstRange(of: "://") {
      guard rest[..<scheme.lowerBound].lowercased() != "file" else { return nil }
      rest = rest[scheme.upperBound...]
    } else {
      guard let colon = rest.firstIndex(of: ":"), !rest[..<colon].contains("/") else { return nil }
      isBehindColon = true
    }
    let separator: Character = isBehindColon ? ":" : "/"
    guard let end = rest.firstIndex(of: separator) else { return nil }
    let authority = rest[..<end].split(separator: "@").last ?? ""
    let path = rest[rest.index(after: end)...].split { "/?#".contains($0) }
    guard let host = authority.split(separator: ":").first, path.count > 1, let owner = path.first,
      let last = path.last
    else { return nil }
    self.host = host.lowercased()
    self.owner = String(owner)
    name = String(last.hasSuffix(".git") ? last.dropLast(4) : last)
  }

  /// The origins of the remotes, `origin` first; none where they are all paths on this machine.
  package static func all(in repository: borrowing Repository) throws -> [RepositoryOrigin] {
    let remotes = try repository.remoteURLs()
    let names = remotes.keys.sorted { ($0 == "origin" ? 0 : 1, $0) < ($1 == "origin" ? 0 : 1, $1) }
    return names.compactMap { remotes[$0].flatMap(RepositoryOrigin.init(url:)) }
  }
}

/// The folder of a component in a commit, from which a release is made.
package struct ComponentFolder {
  package let path: TreePath
  /// The tree of the whole commit.
  package let root: ObjectID
  /// Which files are the component's.
  package let trees: ComponentTrees
  /// The name of the manifest for messages.
  package let manifestFile: String

  package init(path: TreePath, root: ObjectID, of trees: ComponentTrees, manifestFile: String) {
    self.path = path
    self.root = root
    self.trees = trees
    self.manifestFile = manifestFile
  }

  /// - Throws: If something other than a folder is there.
  package func tree(in repository: borrowing Repository) throws -> ObjectID {
    guard let (place, mode) = try repository.obstacle(on: path, in: root) else {
      if let tree = try trees.tree(at: path, in: root, of: repository) { return tree }
      throw OperationError(.notAFolder, "'\(path)' is not a folder")
    }
    switch mode {
    case .link:
      throw OperationError(
        .folderIsLink,
        "'\(place)' is a symbolic link, expected a folder",
        help: "name the folder that it points to in '\(manifestFile)'"
      )
    case .submodule:
      throw OperationError(
        .notAFolder,
        "'\(place)' is a submodule, whose files are not in this repository",
        help: "remove the component from '\(manifestFile)': components with internal releases may"
          + " depend on it by path, others on a version of it by URL"
      )
    case .file, .executable, .tree:
      throw OperationError(.notAFolder, "'\(place)' is a file, expected a folder")
    case nil:
      throw OperationError(
        .notAFolder,
        "there is no folder '\(path)' in the newest commit",
        help: "commit it, or, if it has moved, record that: 'registry move NAME FOLDER'"
      )
    }
  }

  /// Throws for a folder that can never be released, whatever is in it.
  ///
  /// - Parameter kind: What it is the folder of, for the message.
  package static func checkPlace(
    _ path: TreePath,
    of kind: String = "component",
    manifest manifestPath: TreePath
  ) throws(OperationError) {
    let place = TreePath(unchecked: path.collisionKey)
    if place.isInside(RegistryFolder.path)
      || place.names.contains(where: { $0 == ".build" || $0 == ".swiftpm" })
    {
      throw OperationError(
        .invalidPath,
        "the folder '\(path)' is for files that tools create and remove",
        help: "move the \(kind) to another folder"
      )
    }
    let data = ["releases", "signatures"].map { manifestPath.parent.appending(TreePath(known: $0)) }
    if data.contains(where: path.isInside) {
      throw OperationError(
        .invalidPath,
        "the folder '\(path)' is among the registry's own data",
        help: "move the \(kind) to another folder"
      )
    }
  }
}
