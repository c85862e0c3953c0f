package import Base
package import ManifestEditor

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
    of manifest: LocatedManifest,
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
    var changes: [(span: SourceSpan, text: String)] = []
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
      let whole = SourceSpan(
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
    guard try edits.applied(to: self.bytes) == manifest.bytes else {
      throw OperationError(.invalidEdits, "the manifest cannot be stored by path")
    }
  }
}

extension LocatedManifest {
  fileprivate func text(_ span: SourceSpan) -> String {
    String(decoding: manifest.bytes[span.offset..<span.end], as: UTF8.self)
  }
}
