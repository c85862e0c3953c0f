package import Base
package import Git

/// The form in which a published manifest is stored in the repository: with path dependencies on
/// components, and the edits that restore the published form.
package struct StoredForm: Hashable, Sendable {
  /// The place of a component, as seen from the manifest.
  package struct Place: Hashable, Sendable {
    /// The path of its folder, relative to the package's own.
    package let path: String

    /// The last part of the component's folder, by which targets refer to it.
    package let folderName: String

    /// The path is written into a string literal as it is.
    package init(path: String, folderName: String) {
      self.path = path
      self.folderName = folderName
    }
  }

  /// The manifest with path dependencies on components.
  package let bytes: [UInt8]

  /// The edits that turn ``bytes`` into the published form.
  package let edits: [SourceEdit]

  /// The requirement on each component, by its name in lower case.
  package let requirements: [String: PackageRequirement]

  /// Turns dependencies on components into ones by path.
  ///
  /// - Parameters:
  ///   - scope: The registry scope of all components.
  ///   - components: Where they are, by names in lower case.
  /// - Throws: For a dependency by path, on a component that is unknown, and without a requirement.
  package init(
    of manifest: PackageManifestFile,
    scope: String,
    components: [String: Place]
  ) throws(OperationError) {
    if let site = manifest.sites.pathDependencies.first {
      throw OperationError(
        .unknownComponent,
        "a package that is published cannot depend on another by path",
        at: manifest.textDependencies[site.index].position,
        help: "depend on it by '.package(id: \"\(scope).NAME\", …)'"
      )
    }
    // Those of other scopes have names with a dot, as identities have.
    let prefix = "\(scope.lowercased())."
    func name(of id: String) -> String? {
      let id = id.lowercased()
      if id.hasPrefix(prefix) { return String(id.dropFirst(prefix.count)) }
      return components[id] == nil ? nil : id
    }
    var changes: [(span: RewritingSites.Span, text: String)] = []
    var requirements: [String: PackageRequirement] = [:]
    for site in manifest.sites.registryDependencies {
      let dependency = manifest.textDependencies[site.index]
      guard case .registry(let id) = dependency.location, let name = name(of: id) else {
        continue
      }
      guard let place = components[name] else {
        throw OperationError(
          .unknownComponent,
          "'\(id)' is not a package of this registry",
          at: dependency.position
        )
      }
      guard let requirement = site.requirement else {
        throw OperationError(
          .tooDynamic,
          "no requirement after '\(id)'",
          at: dependency.position
        )
      }
      let whole = RewritingSites.Span(
        offset: site.location.offset,
        length: requirement.end - site.location.offset
      )
      changes.append((whole, "path: \"\(place.path)\""))
      requirements[name] = try manifest.requirement(of: dependency)
    }
    for reference in manifest.sites.references {
      guard case .package = reference.form, let value = reference.value,
        value.contains("."), let place = name(of: value).flatMap({ components[$0] })
      else { continue }
      changes.append((reference.span, "\"\(place.folderName)\""))
    }
    changes.sort { $0.span.offset < $1.span.offset }
    var edits: [SourceEdit] = []
    var bytes: [UInt8] = []
    var end = 0
    for (span, text) in changes {
      bytes += manifest.bytes[end..<span.offset]
      edits.append(
        SourceEdit(
          offset: bytes.count,
          length: text.utf8.count,
          replacement: manifest.text(span)
        )
      )
      bytes += Array(text.utf8)
      end = span.end
    }
    self.bytes = bytes + manifest.bytes[end...]
    self.edits = edits
    self.requirements = requirements
    // Bytes are for ever, so they are looked at once more before that.
    guard try edits.published(from: self.bytes) == manifest.bytes else {
      throw OperationError(.invalidEdits, "the manifest cannot be stored by path")
    }
  }
}

extension PackageManifestFile {
  fileprivate func text(_ span: RewritingSites.Span) -> String {
    String(decoding: bytes[span.offset..<span.end], as: UTF8.self)
  }
}

extension PackageManifestFile {
  /// The edits after which the manifest names the same packages, where folders have moved.
  ///
  /// - Parameters:
  ///   - folder: The package's own folder before the move.
  ///   - moved: Where a folder of the repository is after the move.
  /// - Throws: `tooDynamic` for a reference to a renamed folder that is computed.
  package func edits(
    of folder: TreePath,
    moving moved: (TreePath) -> TreePath
  ) throws(OperationError) -> [SourceEdit] {
    var edits: [SourceEdit] = []
    var identities: [String: String] = [:]
    for site in sites.pathDependencies {
      let dependency = textDependencies[site.index]
      guard case .path(_, .success(let path)) = dependency.location else { continue }
      let new = moved(path)
      let (way, newWay) = (folder.way(to: path), moved(folder).way(to: new))
      if way != newWay {
        edits.append(site.location.replaced(by: "path: \"\(newWay.isEmpty ? "." : newWay)\""))
      }
      // A package without a name of its own is called by the last part of its path.
      if dependency.name == nil, !path.isRoot, !new.isRoot,
        path.name.lowercased() != new.name.lowercased()
      {
        identities[path.name.lowercased()] = String(new.name)
      }
    }
    for reference in sites.references {
      edits += try self.edits(of: reference, identities)
    }
    return edits.sorted { $0.offset < $1.offset }
  }

  /// - Parameter identities: The new name of each renamed package by its old one.
  private func edits(
    of reference: RewritingSites.Reference,
    _ identities: [String: String]
  ) throws(OperationError) -> [SourceEdit] {
    guard let value = reference.value else {
      if identities.isEmpty { return [] }
      throw OperationError(
        .tooDynamic,
        "name in a target dependency is computed",
        at: reference.position,
        help: "write it as a string literal"
      )
    }
    guard let new = identities[value.lowercased()] else { return [] }
    switch reference.form {
    case .package: break
    case _ where sites.targetNames.contains(value): return []
    case .byName, .literal(isCertain: true): break
    case .literal:
      throw OperationError(
        .tooDynamic,
        "cannot tell whether '\(value)' means the package that is moved",
        at: reference.position,
        help: "write '.product(name: \"\(value)\", package: \"…\")' in its place"
      )
    }
    return reference.edits(naming: new)
  }
}
