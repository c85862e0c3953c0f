import Base
import Content
package import Git
import ManifestEditor
import ManifestForms
package import Model
package import Versions

/// A component's package at a tagged commit, from which a release can be made.
struct TaggedPackage: Sendable {
  struct Dependency: Sendable {
    let name: ComponentName
    let path: TreePath
    /// The tree of its folder at the same commit.
    let tree: ObjectID
    /// `nil` where they are computed.
    let products: Set<String>?
  }

  let tagged: TaggedVersion
  let path: TreePath
  let form: ReleaseForm
  let dependencies: [Dependency]
  /// The components that its published form does without, by folder.
  private let omitted: [TreePath: PublishedComponent]
  private let manifests: [LocatedManifest]
  private let kind: ReleaseKind
  private let reading: ManifestReading

  /// `nil` if the tag names no component and its commit does not have this one.
  ///
  /// - Parameter base: The tagged commit, with today's list of components: where a component was
  ///   before it moved is not known.
  /// - Throws: If no release can be made of the package.
  init?(
    _ tagged: TaggedVersion,
    _ component: Component,
    at base: ReleaseBase,
    in repository: borrowing Repository
  ) throws {
    (self.tagged, path, reading) = (tagged, component.path, base.reading)
    guard let tree = try base.tree(at: path, of: repository) else {
      if tagged.isOfAll { return nil }
      throw OperationError(
        .notAFolder,
        "the commit has no folder '\(path)'",
        help: try repository.entry(at: .packageManifest, in: base.tree) == nil
          ? nil
          : "move a history whose package is at the root into the folder:"
            + " 'git filter-repo --to-subdirectory-filter \(path)'"
      )
    }
    guard try repository.entry(at: .packageManifest, in: tree) != nil else {
      if tagged.isOfAll { return nil }
      throw OperationError(.noPackage, "the folder '\(path)' has no 'Package.swift' at the commit")
    }
    let (form, listing) = try base.form(of: component, tree).form(in: repository)
    self.form = form
    kind = base.state.manifest.kind(of: component)
    manifests = try Publication.manifests(in: component.path, listing, base, repository)
    let all = try Self.dependencies(of: tagged.component, kind, manifests, base, repository)
    let leftOut = try DependencyReader(base: base).leftOut(
      of: tagged.component,
      component,
      tree,
      since: { _ in nil },
      in: repository
    )
    var omitted: [TreePath: PublishedComponent] = [:]
    for dependency in all {
      let isPrivate = base.state.manifest.components[dependency.name]?.isPrivate == true
      guard isPrivate || leftOut.contains(dependency.name) else { continue }
      omitted[dependency.path] = PublishedComponent(
        omitting: dependency.name.text,
        because: isPrivate ? .isPrivate : .cycle,
        products: dependency.products
      )
    }
    dependencies = all.filter { omitted[$0.path] == nil }
    self.omitted = omitted
    if kind == .public { try checkPublishedForm(listing, base, in: repository) }
  }

  private func checkPublishedForm(
    _ listing: TreeListing,
    _ base: ReleaseBase,
    in repository: borrowing Repository
  ) throws {
    for file in manifests {
      if let refusal = file.refusals.first { try located(in: path) { throw refusal } }
    }
    // Refusals do not depend on the required version.
    let published = published { _ in .from(SemanticVersion(1, 0, 0)) }
    let scope = base.state.manifest.scope.text
    for file in manifests {
      let faults = file.publishedFormFaults(scope: scope, components: published)
      if let fault = faults.first { try located(in: path) { throw fault } }
    }
    try ReleaseArchive(
      component: tagged.component,
      version: tagged.version,
      listing: listing,
      edits: [:]
    ).check(in: repository)
  }

  private static func dependencies(
    of name: ComponentName,
    _ kind: ReleaseKind,
    _ manifests: [LocatedManifest],
    _ base: ReleaseBase,
    _ repository: borrowing Repository
  ) throws -> [Dependency] {
    let paths = try Set(manifests.flatMap { try Publication.pathDependencies(of: $0) })
    return try paths.sorted().compactMap { path in
      if kind == .internal, try repository.submodule(holding: path, in: base.tree) != nil {
        return nil
      }
      guard let dependency = base.places.component(at: path),
        let component = base.state.manifest.components[dependency],
        let tree = try base.tree(at: path, of: repository)
      else {
        throw try base.places.noComponent(
          at: path,
          neededBy: name,
          root: base.tree,
          in: repository
        )
      }
      return Dependency(
        name: dependency,
        path: path,
        tree: tree,
        products: try Publication.products(of: component, base, repository)
      )
    }
  }

  private func published(
    _ requirement: (ComponentName) -> VersionRequirement?
  ) -> [TreePath: PublishedComponent] {
    var published = omitted
    for dependency in dependencies {
      guard let requirement = requirement(dependency.name) else { continue }
      published[dependency.path] = PublishedComponent(
        name: dependency.name.text,
        requirement: requirement.swiftArguments,
        products: dependency.products
      )
    }
    return published
  }

  /// The record, with its archive packed if it is public.
  func release(
    requiring requires: [ComponentName: VersionRequirement],
    scope: ScopeName,
    mirrorAuthor: MirrorAuthor?,
    in repository: borrowing Repository
  ) throws -> Release {
    var release = Release(
      version: tagged.version,
      of: form,
      source: tagged.commit,
      date: tagged.date,
      requires: requires
    )
    release.tag = tagged.tag
    let rewriting = ManifestRewriting(
      files: manifests,
      folder: path,
      published: published { requires[$0] },
      scope: scope,
      reading: reading
    )
    guard kind == .public else {
      release.edits = try omitted.isEmpty ? [:] : rewriting.edits().cuts
      return release
    }
    release.edits = try rewriting.edits()
    release.archive = try ReleaseArchive(
      component: tagged.component,
      version: tagged.version,
      listing: form.listing(in: repository),
      edits: release.edits
    ).packed(after: rewriting, from: repository)
    release.mirrorAuthor = mirrorAuthor
    return release
  }
}

/// A component's version that a tag names, in a form that another tool may have used.
package struct TaggedVersion: Hashable, Sendable {
  package let component: ComponentName
  /// The version that the tag names.
  package let version: SemanticVersion
  /// The name of the tag, without `refs/tags/`.
  package let tag: String
  /// The commit that the tag leads to.
  package let commit: ObjectID
  /// The time at which the tag was made, or else its commit.
  package let date: RecordDate
  /// Whether the tag names no component, and applies to all components of its commit.
  package let isOfAll: Bool

  package init(
    _ component: ComponentName,
    _ version: SemanticVersion,
    tag: String,
    commit: ObjectID,
    date: RecordDate,
    isOfAll: Bool
  ) {
    (self.component, self.version, self.tag) = (component, version, tag)
    (self.commit, self.date, self.isOfAll) = (commit, date, isOfAll)
  }
}
