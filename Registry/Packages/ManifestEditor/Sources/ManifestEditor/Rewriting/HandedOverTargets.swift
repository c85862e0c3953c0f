/// Targets that leave a package for another one beside it.
public struct HandedOverTargets: Sendable {
  /// The names of the targets.
  public var targets: Set<String>
  /// The products of the old package that have nothing but these targets.
  public var products: Set<String>
  /// The name of the other package, which has a product of the name of each target that is used.
  public var package: String
  /// The path to the other package, as the old one is to write it.
  public var path: String
  /// Whether the old package depends on the other one from now on.
  public var isNeeded: Bool
  /// The paths, as the old package writes them, of dependencies that it no longer needs.
  public var unneeded: Set<String>
  /// The traits of both packages: the other one is built with those that the old one is built with.
  public var traits: [String]

  /// The name, the path and the traits are written into string literals as they are.
  public init(
    targets: Set<String>,
    products: Set<String>,
    to package: String,
    at path: String,
    isNeeded: Bool,
    unneeded: Set<String> = [],
    traits: [String] = []
  ) {
    (self.targets, self.products) = (targets, products)
    (self.package, self.path) = (package, path)
    (self.isNeeded, self.unneeded, self.traits) = (isNeeded, unneeded, traits)
  }

  fileprivate var dependency: String {
    if traits.isEmpty { return ".package(path: \"\(path)\")" }
    let list = traits.map { ".trait(name: \"\($0)\", condition: .when(traits: [\"\($0)\"]))" }
    return ".package(path: \"\(path)\", traits: [\(list.joined(separator: ", "))])"
  }
}

extension PackageManifest {
  /// The edits after which the manifest does without targets that are those of another package.
  ///
  /// A comment directly above what goes is about that, and goes too; others stay, and so do all other
  /// targets.
  ///
  /// - Throws: `computed`, with the place, for a target or product that is not written out.
  public func edits(handingOver change: HandedOverTargets) throws(ManifestError) -> [SourceEdit] {
    let removed = try removedElements(change).map(withCommentAbove)
    var edits = removed.map { $0.replaced(by: "") }
    let isRemoved = { (span: SourceSpan) in removed.contains { $0.contains(span) } }
    let name = change.package
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
      edits += try dependencyEdits(change.dependency, isRemoved)
    }
    return edits.merged
  }

  /// The edits after which the manifest takes products from another package than before.
  ///
  /// - Parameters:
  ///   - products: The products that have moved.
  ///   - others: The names of its dependencies that never had them, in lower case.
  ///   - package: The name of the package that has them now.
  ///   - path: The path to that package. Both are written into string literals as they are.
  /// - Returns: None if it uses none of the products.
  public func edits(
    taking products: Set<String>,
    besides others: Set<String>,
    from package: String,
    at path: String
  ) throws(ManifestError) -> [SourceEdit] {
    var edits: [SourceEdit] = []
    for reference in sites.references {
      guard case .package(let product?) = reference.form, products.contains(product),
        let value = reference.value, !others.contains(value.lowercased())
      else { continue }
      edits += reference.edits(naming: package)
    }
    guard !edits.isEmpty else { return [] }
    edits += try self.edits(adding: ".package(path: \"\(path)\")")
    return edits.merged
  }
}

extension PackageManifest {
  /// The elements of lists that go.
  private func removedElements(
    _ change: HandedOverTargets
  ) throws(ManifestError) -> [SourceSpan] {
    var spans: [SourceSpan] = []
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
      guard case .path(let path) = textDependencies[site.index].location,
        change.unneeded.contains(path), let element = site.element
      else { continue }
      spans.append(element)
    }
    return spans
  }

  /// With the lines of a comment right above, if the element has its lines to itself.
  private func withCommentAbove(_ span: SourceSpan) -> SourceSpan {
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
    return SourceSpan(offset: start, length: span.end - start)
  }

  private func element(
    _ what: String,
    _ found: [(position: SourcePosition, element: SourceSpan?)],
    named name: String
  ) throws(ManifestError) -> SourceSpan {
    if found.count == 1, let element = found[0].element { return element }
    throw ManifestError(
      .computed,
      found.count > 1
        ? "the \(what) is written \(found.count) times"
        : "the \(what) is not written out in a list: something else in the manifest makes it",
      at: found.last?.position ?? position(ofLiteral: name) ?? packagePosition,
      help: "write it once, as an element of a list such as"
        + " '\(what.hasPrefix("product") ? "products" : "targets"): […]'"
    ).located(in: fileName)
  }

  private func edits(
    of reference: ManifestSites.Reference,
    _ targets: Set<String>,
    in package: String
  ) -> [SourceEdit] {
    // By its name alone, a product is found in the package of the same name.
    guard let value = reference.value, targets.contains(value), value != package else { return [] }
    switch reference.form {
    case .byName, .literal(isCertain: true): return reference.edits(naming: package)
    // The caller compares the manifests as evaluated, before and after.
    case .package, .literal: return []
    }
  }
}

extension PackageManifest {
  /// The edits that add a package to the dependencies: to the list, or by a statement behind the text.
  ///
  /// - Parameter dependency: The element as it is to be written, such as `.package(path: "../Menu")`.
  /// - Throws: `computed` if the package has no list and no variable.
  public func edits(adding dependency: String) throws(ManifestError) -> [SourceEdit] {
    try dependencyEdits(dependency) { _ in false }
  }

  private func dependencyEdits(
    _ element: String,
    _ isRemoved: (SourceSpan) -> Bool
  ) throws(ManifestError) -> [SourceEdit] {
    let arguments = sites.packageArguments
    if let list = arguments.dependencies {
      guard let last = list.elements.last(where: { !isRemoved($0.span) }) else {
        let lines = list.elements.first.flatMap { indentation(of: $0.span.offset) }
        let text = lines.map { "\n\($0)\(element)," } ?? element
        return [SourceEdit(inserting: text, at: list.start)]
      }
      guard let indentation = indentation(of: last.span.offset) else {
        return [SourceEdit(inserting: ", \(element)", at: last.span.end)]
      }
      let (end, line) = (endOfLine(from: last.span.end), "\n\(indentation)\(element),")
      if last.hasComma { return [SourceEdit(inserting: line, at: end)] }
      return last.span.end == end
        ? [SourceEdit(inserting: "," + line, at: end)]
        : [SourceEdit(inserting: ",", at: last.span.end), SourceEdit(inserting: line, at: end)]
    }
    if !arguments.hasDependencies, let targets = arguments.targets {
      // Further ones are lines of their own.
      let list = indentation(of: targets).map { "[\n\($0)  \(element),\n\($0)],\n\($0)" }
      return [SourceEdit(inserting: "dependencies: " + (list ?? "[\(element)], "), at: targets)]
    }
    guard let packageVariable else {
      throw ManifestError(
        .computed,
        "the package has no list of dependencies that another one could be added to",
        at: packagePosition,
        help: "write 'let package = Package(…)' with 'dependencies: […]'"
      ).located(in: fileName)
    }
    let start = bytes.last == UInt8(ascii: "\n") ? "\n" : "\n\n"
    let text = "\(start)\(packageVariable).dependencies.append(\(element))\n"
    return [SourceEdit(inserting: text, at: bytes.count)]
  }

  /// The spaces before what starts its line; `nil` if something else is before it.
  private func indentation(of offset: Int) -> String? {
    let isSpace = { (byte: UInt8) in byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") }
    let spaces = bytes[..<offset].reversed().prefix(while: isSpace)
    let start = offset - spaces.count
    guard start == 0 || bytes[start - 1] == UInt8(ascii: "\n") else { return nil }
    return String(decoding: bytes[start..<offset], as: UTF8.self)
  }

  private func endOfLine(from offset: Int) -> Int {
    let end = bytes[offset...].firstIndex { $0 == UInt8(ascii: "\n") || $0 == UInt8(ascii: "\r") }
    return end ?? bytes.count
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
