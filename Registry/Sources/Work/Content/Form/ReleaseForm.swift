import Base
package import Git
package import ManifestEditor
package import Model

/// The files of a release: those of its tree, with the replacements of links, without omitted
/// files, and with added files of the root.
package struct ReleaseForm: Hashable, Sendable {
  /// The tree of the component's folder.
  package let tree: ObjectID
  /// The parts of a tree that no commit has, and the folder that has it; see ``Release``.
  package var parts: [TreePath: TreePart] = [:]
  package var folder: TreePath?
  package var files: [TreePath: PublishedObject] = [:]
  /// The paths of the tree that are left out.
  package var omits: Set<TreePath> = []
  /// The added files of the root, by path inside the component.
  package var adds: [TreePath: PublishedObject] = [:]
  /// The places of its files from outside the tree, while a release is made.
  var places: [TreePath] = []

  /// Creates the form that has the files of a tree as they are.
  package init(tree: ObjectID) {
    self.tree = tree
  }

  package init(of release: Release) {
    tree = release.tree
    (parts, folder) = (release.parts, release.folder)
    files = release.files
    omits = release.omits
    adds = release.adds
  }

  /// Whether a release has the same files; an uploaded one has those of its tree and no others.
  package func matches(_ release: Release) -> Bool {
    if release.isUploaded { return release.tree == tree }
    return release.tree == tree && release.files == files && release.omits == omits
      && release.adds == adds
  }

  /// Returns all files and links, as they are published except for the edits of manifests.
  package func listing(in repository: borrowing Repository) throws -> TreeListing {
    try repository.restoreTree(tree, of: parts)
    return try adding(to: repository.listing(of: tree, editing: edits), in: repository)
  }

  /// The same, if the tree was already read, without a check of its links.
  func listing(
    of all: TreeListing,
    in repository: borrowing Repository
  ) throws -> TreeListing {
    // Reading the tree again takes as long as computing the form.
    guard files.isEmpty, omits.isEmpty, all.submodules.isEmpty else {
      return try listing(in: repository)
    }
    try repository.checkLinks(all.items.filter { $0.mode == .link }, of: tree)
    return try adding(to: all, in: repository)
  }

  private func adding(
    to listing: TreeListing,
    in repository: borrowing Repository
  ) throws -> TreeListing {
    listing.adding(try added(in: repository).map { ($0.name, $0.mode, $0.id) })
  }

  /// The published entries directly in the component's folder.
  package func entries(in repository: borrowing Repository) throws -> [TreeEntry] {
    try repository.restoreTree(tree, of: parts)
    let edits = edits
    let kept: [TreeEntry] = try repository.entries(of: tree).compactMap { entry in
      switch edits[try TreePath(entry.name)] {
      case .remove: nil
      case .put(let id, let mode): TreeEntry(name: entry.name, mode: mode, id: id)
      case nil: entry
      }
    }
    return try kept + added(in: repository)
  }

  /// Stores the published tree.
  package func publishedTree(in repository: borrowing Repository) throws -> ObjectID {
    try repository.restoreTree(tree, of: parts)
    let added = try added(in: repository).map { entry in
      (path: try TreePath(entry.name), edit: TreeEdit.put(entry.id, entry.mode))
    }
    return try repository.edit(tree, edits.map { ($0.key, $0.value) } + added)
  }

  /// Stores the tree from which the component is built in this repository, with the tests and other
  /// files that are only left out of archives.
  ///
  /// - Parameters:
  ///   - cuts: The edits that remove private components, if these are not there.
  ///   - hasSubmodules: Whether what only clones have stays.
  package func buildTree(
    cutting cuts: [TreePath: [SourceEdit]] = [:],
    withSubmodules hasSubmodules: Bool = false,
    in repository: borrowing Repository
  ) throws -> ObjectID {
    try repository.restoreTree(tree, of: parts)
    var kept: [(path: TreePath, edit: TreeEdit)] = []
    for (path, edit) in edits {
      if edit == .remove {
        let mode = try repository.entry(at: path, in: tree)?.mode
        if mode != .submodule || hasSubmodules { continue }
      }
      kept.append((path, edit))
    }
    return try repository.edit(repository.edit(tree, kept), files: cuts)
  }

  /// The files from the root of the repository.
  ///
  /// - Throws: If the folder has an entry of the same name.
  private func added(in repository: borrowing Repository) throws -> [TreeEntry] {
    if adds.isEmpty { return [] }
    let names = Set(
      try repository.entries(of: tree).map { TreePath(unchecked: $0.name).collisionKey }
    )
    return try adds.sorted { $0.key < $1.key }.map { path, file in
      guard !names.contains(path.collisionKey) else {
        throw OperationError(
          .invalidRecord,
          "the record adds '\(path)', which is in the tree '\(tree)' already"
        )
      }
      return TreeEntry(name: String(path.name), mode: FileMode(file.kind), id: file.object)
    }
  }

  private var edits: [TreePath: TreeEdit] {
    var edits: [TreePath: TreeEdit] = [:]
    for path in omits { edits[path] = .remove }
    for (path, file) in files { edits[path] = .put(file.object, FileMode(file.kind)) }
    return edits
  }
}

extension FileMode {
  fileprivate init(_ kind: PublishedObject.Kind) {
    self =
      switch kind {
      case .file: .file
      case .executable: .executable
      case .folder: .tree
      }
  }
}

/// The files of a release that people read first.
package struct ReleaseTexts: Sendable {
  private static let readmes = ["README.md", "Readme.md", "readme.md", "README", "README.txt"]
  private static let licences = [
    "LICENSE", "LICENSE.md", "LICENSE.txt", "LICENCE", "LICENCE.md", "LICENCE.txt", "COPYING",
  ]

  /// The README; `nil` if there is none.
  package let readme: TreeEntry?
  /// The licence; `nil` if there is none.
  package let licence: TreeEntry?

  /// Finds the files at the top of a release, by their usual names.
  package init(of release: Release, in repository: borrowing Repository) throws {
    let files = try ReleaseForm(of: release).entries(in: repository).filter { $0.mode.isFile }
    let first = { (names: [String]) in
      names.lazy.compactMap { name in files.first { $0.name == name } }.first
    }
    (readme, licence) = (first(Self.readmes), first(Self.licences))
  }

  /// The first paragraph of a text in Markdown that is neither a heading nor a row of pictures.
  package static func firstParagraph(of text: String) -> String? {
    let paragraphs = text.split(separator: "\n", omittingEmptySubsequences: false)
      .map { $0.last == "\r" ? $0.dropLast() : $0 }
      .split(whereSeparator: \.isEmpty)
    let paragraph = paragraphs.first { lines in
      !["#", "<", "[!", "!", "=", "-", "```"].contains { lines.first?.hasPrefix($0) == true }
        && lines.dropFirst().first?.hasPrefix("==") != true
    }
    return paragraph.map { $0.joined(separator: " ") }
  }
}

/// The files of the root, such as the licence, that are added to each published form whose
/// component has none of its own.
struct RootFiles {
  /// Names in the root of the repository.
  let names: [TreePath]
  /// The tree of the whole commit.
  let root: ObjectID

  /// The files that are added to a component with this tree.
  ///
  /// A component has its own file if one has the same name, in any case and with any extension:
  /// with `LICENSE.md`, it needs no `LICENSE`.
  ///
  /// - Parameter refuse: Called for each of the files that is not committed.
  func added(
    to tree: ObjectID,
    in repository: borrowing Repository,
    _ refuse: (TreePath, OperationError) throws -> Void = { throw $1 }
  ) throws -> [TreePath: PublishedObject] {
    if names.isEmpty { return [:] }
    let own = Set(try repository.entries(of: tree).map { Self.stem(of: $0.name) })
    var added: [TreePath: PublishedObject] = [:]
    for path in names where !own.contains(Self.stem(of: path.name)) {
      guard let entry = try repository.entry(at: path, in: root), entry.mode.isFile else {
        let error = OperationError(
          .noRootFile,
          "'\(path)' of \"rootFiles\" is not a file in the root of the repository",
          help: "commit it, or remove it from \"rootFiles\""
        )
        try refuse(path, error)
        continue
      }
      added[path] = PublishedObject(entry.mode == .executable ? .executable : .file, entry.id)
    }
    return added
  }

  private static func stem(of name: some StringProtocol) -> String {
    let stem = name.prefix { $0 != "." }
    return stem.isEmpty ? name.lowercased() : stem.lowercased()
  }
}

/// Returns the result of `body`; an error about a package's manifest names the file from the root
/// of the repository, because every component has one of that name.
package func located<Result>(in folder: TreePath, _ body: () throws -> Result) throws -> Result {
  do {
    return try body()
  } catch let error as OperationError {
    guard let place = error.place, let file = place.file, !file.contains("/") else { throw error }
    let name = folder.isRoot ? file : "\(folder)/\(file)"
    throw error.at(SourcePlace(file: name, at: place.position))
  }
}
