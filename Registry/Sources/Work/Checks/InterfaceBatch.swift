import Git

/// States of components that can be checked out side by side and built as one package, so that
/// shared code is built once.
struct InterfaceBatch {
  /// A state whose interface is to be read.
  struct Member: Sendable {
    let layout: ComponentLayout
    let products: LibraryProducts
    /// The key of its interface in the cache.
    let key: String
    /// Names that must be unique in a build, with the folders of their packages.
    let names: [String: TreePath]
  }

  private(set) var members: [Member] = []
  private(set) var folders: [String: ComponentLayout.Folder] = [:]
  private var paths: Set<TreePath> = []
  private var names: [String: TreePath] = [:]

  /// The folders in which there may be only what every system can hold.
  var sealed: [TreePath] {
    members.map(\.layout).filter { !$0.isPersonal }.flatMap { $0.folders.values.map(\.path) }
  }

  init(_ members: [Member] = []) {
    for member in members { add(member) }
  }

  /// Distributes the members over few batches: each goes into the first one with room for it.
  static func batches(of members: [Member]) -> [InterfaceBatch] {
    var batches: [InterfaceBatch] = []
    for member in members {
      if let index = batches.firstIndex(where: { $0.hasRoom(for: member) }) {
        batches[index].add(member)
      } else {
        batches.append(InterfaceBatch([member]))
      }
    }
    return batches
  }

  private mutating func add(_ member: Member) {
    members.append(member)
    folders.merge(member.layout.folders) { first, _ in first }
    paths.formUnion(member.layout.folders.values.map(\.path))
    names.merge(member.names) { first, _ in first }
  }

  /// Whether the batch has each folder of the member with the same content, or not at all.
  private func hasRoom(for member: Member) -> Bool {
    member.layout.folders.allSatisfy { name, folder in
      if let known = folders[name] { return known == folder }
      // One inside another would change that one's files.
      return !paths.contains {
        $0 == folder.path || $0.isInside(folder.path) || folder.path.isInside($0)
      }
    } && member.names.allSatisfy { name, path in names[name].map { $0 == path } ?? true }
  }

  /// The batch without the members that have a folder with one of the files.
  ///
  /// - Parameter files: Paths from the root of the tree.
  func without(_ files: [TreePath]) -> InterfaceBatch {
    InterfaceBatch(
      members.filter { member in
        !member.layout.folders.values.contains { folder in
          files.contains { $0.isInside(folder.path) }
        }
      }
    )
  }

  /// The two halves, for a batch that fails to build with no component named in the errors.
  var halves: [InterfaceBatch] {
    guard members.count > 1 else { return [] }
    let middle = members.count / 2
    return [InterfaceBatch(Array(members[..<middle])), InterfaceBatch(Array(members[middle...]))]
  }
}

extension InterfaceBatch {
  /// The `Package.swift` of a package that depends on all that the members offer.
  ///
  /// - Parameter tree: The relative path of the folder that all of them lie in.
  func umbrella(named name: String, beside tree: String) -> String {
    let packages = members.map { member in
      "    .package(path: \(Self.quoted("\(tree)/\(member.layout.folder.path)"))),\n"
    }
    let products = members.flatMap { member in
      member.products.names.sorted().map { product in
        "      .product(name: \(Self.quoted(product)), package:"
          + " \(Self.quoted(String(member.layout.folder.path.name)))),\n"
      }
    }
    return """
      // swift-tools-version: 6.2
      import PackageDescription

      let package = Package(
        name: "\(name)",
        platforms: [.macOS(.v26), .iOS(.v26), .tvOS(.v26), .visionOS(.v26), .watchOS(.v26)],
        dependencies: [
      \(packages.joined())  ],
        targets: [
          .target(name: "\(name)", dependencies: [
      \(products.joined())    ]),
        ]
      )

      """
  }

  private static func quoted(_ text: String) -> String {
    "\"\(text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\""))\""
  }
}
