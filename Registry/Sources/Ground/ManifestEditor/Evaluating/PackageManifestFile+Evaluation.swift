package import Base
package import Git

extension PackageManifestFile {
  /// Whether something that a release needs is computed, so that only running the manifest tells it:
  /// a dependency, what is required of it, what targets use of it, or whether it uses a
  /// folder outside of the repository.
  package var isComputed: Bool {
    if isEvaluated { return false }
    if !obstacles.isEmpty || computesDependencies { return true }
    if dependencies.contains(where: \.leadsOutside) { return true }
    if dependencies.isEmpty { return false }
    let names = Set(dependencies.compactMap { $0.referenceName?.lowercased() })
    return sites.references.contains { reference in
      guard let value = reference.value else { return true }
      guard names.contains(value.lowercased()), !sites.targetNames.contains(value) else {
        return false
      }
      switch reference.form {
      case .package: return false
      case .literal(isCertain: false): return true
      case .byName, .literal: return sites.computedTargetName != nil
      }
    }
  }

  /// The folders that it depends on only when it is run, so that no text has their paths.
  package var computedPathDependencies: [TreePath] {
    let places = Set(textDependencies.map(\.place))
    return dependencies.compactMap { dependency in
      guard case .path(_, .success(let path)) = dependency.location else { return nil }
      return places.contains(dependency.place) ? nil : path
    }
  }

  /// The manifest with what it says when it is run, beside the literal dependencies that it has only
  /// on other systems or under other conditions.
  ///
  /// Literal dependencies on folders outside of the repository are left out: a release cannot contain
  /// them.
  package func completed(by evaluated: EvaluatedManifest) -> PackageManifestFile {
    var file = self
    file.evaluation = evaluated
    file.name = evaluated.name
    file.products = evaluated.products
    file.targets = evaluated.targets
    (file.areProductsComplete, file.changesTargets) = (true, false)
    (file.obstacles, file.unread) = ([], [])
    let found = evaluated.dependencies.map(located)
    let places = Set(found.map(\.place))
    let others = textDependencies.filter { !places.contains($0.place) && !$0.leadsOutside }
    file.dependencies = found + others
    let isKnown = refusals.contains { $0.code == .unversionedDependency }
    if !isKnown, let unversioned = evaluated.dependencies.first(where: \.isUnversioned) {
      file.refusals.append(
        .unversioned("branch or revision", at: located(unversioned).position)
          .located(in: fileName)
      )
    }
    return file
  }

  /// The manifest as its text shows it, with the reason why it was not run.
  package func unread(because error: OperationError) -> PackageManifestFile {
    var file = self
    file.obstacles = [
      error.located(at: error.place?.position ?? packagePosition).located(in: fileName)
    ]
    return file
  }

  /// With the place where the text has it, or the package where it is computed.
  private func located(_ evaluated: PackageDependency) -> PackageDependency {
    let written = textDependencies.first { $0.place == evaluated.place }
    var location = written?.location ?? evaluated.location
    if written == nil, case .path(_, .success(let path)) = location {
      location = .path(packagePath.way(to: path), resolved: .success(path))
    }
    return PackageDependency(
      name: evaluated.name,
      location: location,
      requirement: evaluated.requirement,
      position: written?.position ?? packagePosition
    )
  }
}

extension PackageDependency {
  /// A key that tells packages apart, however a path is written.
  fileprivate var place: String {
    switch location {
    case .path(_, .success(let path)): "path \(path)"
    case .path(let written, _): "outside \(written)"
    case .url(let url): "url \(url)"
    case .registry(let id): "registry \(id.lowercased())"
    }
  }

  fileprivate var leadsOutside: Bool {
    if case .path(_, .failure) = location { true } else { false }
  }

  /// Whether an evaluated dependency is required by branch or revision.
  fileprivate var isUnversioned: Bool {
    if case .url = location { requirement == nil } else { false }
  }
}
