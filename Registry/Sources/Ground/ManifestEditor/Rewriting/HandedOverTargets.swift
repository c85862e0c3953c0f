package import Base
package import Git

/// Targets that leave a package for another package of the repository.
package struct HandedOverTargets: Sendable {
  /// The names of the targets.
  package var targets: Set<String>
  /// The products of the old package that have nothing but these targets.
  package var products: Set<String>
  /// The folder of the other package, which has a product of the name of each target that is used.
  package var package: TreePath
  /// Whether the old package depends on the other one from now on.
  package var isNeeded: Bool
  /// Folders of packages that the old package depends on, and no longer needs.
  package var unneeded: Set<TreePath>

  /// The traits of both packages: the other one is built with those that the old one is built with.
  package var traits: [String]

  package init(
    targets: Set<String>,
    products: Set<String>,
    to package: TreePath,
    isNeeded: Bool,
    unneeded: Set<TreePath> = [],
    traits: [String] = []
  ) {
    (self.targets, self.products, self.package) = (targets, products, package)
    (self.isNeeded, self.unneeded, self.traits) = (isNeeded, unneeded, traits)
  }

  fileprivate func dependency(by way: String) -> String {
    if traits.isEmpty { return ".package(path: \"\(way)\")" }
    let list = traits.map { ".trait(name: \"\($0)\", condition: .when(traits: [\"\($0)\"]))" }
    return ".package(path: \"\(way)\", traits: [\(list.joined(separator: ", "))])"
  }
}

extension PackageManifestFile {
  /// The edits after which the manifest does without targets that are those of another package.
  ///
  /// A comment directly above what goes is about that, and goes too; others stay, and so do all other
  /// targets.
  ///
  /// - Parameter folder: The package's own.
  /// - Throws: `tooDynamic`, with the place, for a target or product that is not written out.
  package func edits(
    of folder: TreePath,
    handingOver change: HandedOverTargets
  ) throws(OperationError) -> [SourceEdit] {
    let removed = try removedElements(change).map(withCommentAbove)
    var edits = removed.map { $0.replaced(by: "") }
    let isRemoved = { (span: RewritingSites.Span) in removed.contains { $0.contains(span) } }
    let name = String(change.package.name)
    for site in sites.targetReferences
    where change.targets.contains(site.value) && !isRemoved(site.span) {
      edits.append(site.callee.replaced(by: "product"))
      edits.append(SourceEdit(inserting: ", package: \"\(name)\"", at: site.span.end))
    }
    for site in sites.pluginReferences
    where change.targets.contains(site.value) && !isRemoved(site.span) {
      if site.isLiteral {
        edits.append(SourceEdit(inserting: ".plugin(name: ", at: site.span.offset))
      }
      let end = site.isLiteral ? ")" : ""
      edits.append(SourceEdit(inserting: ", package: \"\(name)\"\(end)", at: site.span.end))
    }
    for reference in sites.references where !isRemoved(reference.span) {
      edits += self.edits(of: reference, change.targets, in: name)
    }
    if change.isNeeded {
      let element = change.dependency(by: folder.way(to: change.package))
      edits += try dependencyEdits(element, isRemoved)
    }
    return edits.merged
  }

  /// The edits after which another package of the repository takes products from where they are now.
  ///
  /// - Parameters:
  ///   - old: The folder of the package that the products were in.
  ///   - products: Those that are now in another package.
  ///   - package: The folder of that package.
  /// - Returns: None if it uses none of them.
  package func edits(
    of folder: TreePath,
    taking products: Set<String>,
    of old: TreePath,
    from package: TreePath
  ) throws(OperationError) -> [SourceEdit] {
    guard pathDependencies.contains(old) else { return [] }
    // The root is called by the name of the folder of the clone, so by none of the others.
    let others = Set(
      dependencies.compactMap { dependency -> String? in
        if case .path(_, .success(old)) = dependency.location { return nil }
        return dependency.referenceName?.lowercased()
      }
    )
    var edits: [SourceEdit] = []
    for reference in sites.references {
      guard case .package(let product?) = reference.form, products.contains(product),
        let value = reference.value, !others.contains(value.lowercased())
      else { continue }
      edits += reference.edits(naming: String(package.name))
    }
    guard !edits.isEmpty else { return [] }
    edits += try dependencyEdits(".package(path: \"\(folder.way(to: package))\")") { _ in false }
    return edits.merged
  }
}

extension PackageManifestFile {
  /// The elements of lists that go.
  private func removedElements(
    _ change: HandedOverTargets
  ) throws(OperationError) -> [RewritingSites.Span] {
    var spans: [RewritingSites.Span] = []
    for name in change.targets.sorted() {
      let found = zip(textTargets, sites.targets).filter { $0.0.name == name }
        .map { ($0.1.position, $0.1.element) }
      spans.append(try element("target '\(name)'", found, named: name))
    }
    for name in change.products.sorted() {
      let found = zip(textProducts, sites.products).filter { $0.0.name == name }
        .map { ($0.1.position, $0.1.element) }
      spans.append(try element("product '\(name)'", found, named: name))
    }
    for site in sites.pathDependencies {
      guard case .path(_, .success(let path)) = textDependencies[site.index].location,
        change.unneeded.contains(path), let element = site.element
      else { continue }
      spans.append(element)
    }
    return spans
  }

  /// With the lines of a comment right above, if the element has its lines to itself.
  private func withCommentAbove(_ span: RewritingSites.Span) -> RewritingSites.Span {
    let newline = UInt8(ascii: "\n")
    var start = span.offset
    guard start > 0, bytes[start - 1] == newline, bytes[span.end - 1] == newline else {
      return span
    }
    while start > 0 {
      let line = bytes[..<(start - 1)].lastIndex(of: newline).map { $0 + 1 } ?? 0
      let text = bytes[line..<start].drop { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }
      guard text.starts(with: "//".utf8) else { break }
      start = line
    }
    // The file is not to end with the empty line above what goes.
    if span.end == bytes.count, start > 1, bytes[start - 2] == newline { start -= 1 }
    return RewritingSites.Span(offset: start, length: span.end - start)
  }

  private func element(
    _ what: String,
    _ found: [(position: SourcePosition, element: RewritingSites.Span?)],
    named name: String
  ) throws(OperationError) -> RewritingSites.Span {
    if found.count == 1, let element = found[0].element { return element }
    throw OperationError(
      .tooDynamic,
      found.count > 1
        ? "the \(what) is written \(found.count) times"
        : "the \(what) is not written out in a list: something else in the manifest makes it",
      at: found.last?.position ?? position(ofLiteral: name) ?? packagePosition,
      help: "write it once, as an element of a list such as"
        + " '\(what.hasPrefix("product") ? "products" : "targets"): […]'"
    ).located(in: fileName)
  }

  /// The first place that has the text in quotes.
  package func position(ofLiteral text: String) -> SourcePosition? {
    let quoted = Array("\"\(text)\"".utf8)
    guard let range = bytes.firstRange(of: quoted) else { return nil }
    return LineTable(bytes).position(at: range.lowerBound)
  }

  private func edits(
    of reference: RewritingSites.Reference,
    _ targets: Set<String>,
    in package: String
  ) -> [SourceEdit] {
    // By its name alone, a product is found in the package of the same name.
    guard let value = reference.value, targets.contains(value), value != package else { return [] }
    switch reference.form {
    case .byName, .literal(isCertain: true): return reference.edits(naming: package)
    // Whoever hands targets over compares what the manifests say when they are run.
    case .package, .literal: return []
    }
  }
}

extension [SourceEdit] {
  /// In the order of the text, with what is inserted where something is removed as one edit.
  fileprivate var merged: [SourceEdit] {
    var merged: [SourceEdit] = []
    for edit in sorted(by: { ($0.offset, $0.length) < ($1.offset, $1.length) }) {
      if let last = merged.last, last.offset == edit.offset, last.length == 0 {
        merged[merged.count - 1] = SourceEdit(
          offset: edit.offset,
          length: edit.length,
          replacement: last.replacement + edit.replacement
        )
      } else {
        merged.append(edit)
      }
    }
    return merged
  }
}
