package import Base
import Content
import Git
package import Model
import Versions

/// The files of a new package, with placeholders in their names and their text.
package struct Template: Sendable {
  /// The name of the template that is used if none is named.
  package static let library = "library"

  private static let name = "__NAME__"
  private static let module = "__MODULE__"

  /// The contents of the files, by their paths in the package's folder.
  private let files: [String: [UInt8]]

  /// A folder of the repository wins over one of the program.
  init(
    named name: String,
    in base: WriteBase,
    _ workspace: borrowing Workspace
  ) throws(OperationError) {
    files = try unifyingErrors {
      let own = try Self.folders(in: base.tree, workspace)
      if let found = own.first(where: { $0.name == name }) {
        return try Self.files(in: found.id, workspace.repository)
      }
      if let texts = Self.builtIn[name] { return texts.mapValues { Array($0.utf8) } }
      let known = Set(own.map(\.name) + Self.builtIn.keys).sorted()
      let nearest = Suggestion.nearest(to: name, in: known)
      throw OperationError(
        .unknownTemplate,
        "unknown template '\(name)'",
        help: nearest.map { "did you mean '\($0)'?" }
          ?? "known: \(known.joined(separator: ", ")); a folder '\(workspace.templatesPath)/NAME' adds one"
      )
    }
  }

  /// The names of all templates as of the newest commit.
  package static func names(in workspace: borrowing Workspace) throws(OperationError) -> [String] {
    try unifyingErrors {
      let tree = try workspace.tip.map { try workspace.repository.commit($0).tree } ?? .emptyTree
      return Set(try folders(in: tree, workspace).map(\.name) + builtIn.keys).sorted()
    }
  }

  private static func folders(
    in tree: ObjectID,
    _ workspace: borrowing Workspace
  ) throws -> [TreeEntry] {
    guard let entry = try workspace.repository.entry(at: workspace.templatesPath, in: tree),
      entry.mode == .tree
    else { return [] }
    return try workspace.repository.entries(of: entry.id).filter { $0.mode == .tree }
  }

  private static let builtIn = [library: LibraryTemplate.files]

  private static func files(
    in tree: ObjectID,
    _ repository: borrowing Repository
  ) throws -> [String: [UInt8]] {
    let listing = try repository.listing(of: tree, passesOverSubmodules: true, checksLinks: false)
    var files: [String: [UInt8]] = [:]
    for item in listing.items where item.mode.isFile {
      files[item.path.string] = try repository.blob(item.id)
    }
    return files
  }

  /// The files of a new component, with everything in its place.
  func files(
    for name: ComponentName,
    at path: TreePath,
    _ manifest: Manifest
  ) throws -> [PlannedFile] {
    try files.sorted { $0.key < $1.key }.map { file, bytes in
      let filled = try fill(file, name, path, manifest)
      let text = String(validating: bytes, as: UTF8.self)
      return PlannedFile(
        path: path.appending(try TreePath(filled)),
        old: nil,
        new: try text.map { Array(try fill($0, name, path, manifest).utf8) } ?? bytes
      )
    }
  }

  private func fill(
    _ text: String,
    _ name: ComponentName,
    _ folder: TreePath,
    _ manifest: Manifest
  ) throws -> String {
    let named = text.replacing(Self.name, with: name.text)
      .replacing(Self.module, with: Self.module(of: name))
    return try named.replacing(/__PATH_TO_([A-Za-z0-9]+(?:[-_][A-Za-z0-9]+)*?)__/) { match in
      let (_, component) = try manifest.component(named: String(match.output.1))
      return folder.way(to: component.path)
    }
  }

  /// The name as Swift takes it for a module and a type: `google-cloud` is `GoogleCloud`.
  private static func module(of name: ComponentName) -> String {
    let words = name.text.split { $0 == "-" || $0 == "_" }
    let module = words.map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined()
    return module.first?.isNumber == true ? "_\(module)" : module
  }
}

/// A library with one target and its tests.
enum LibraryTemplate {
  static let files = [
    "Package.swift": #"""
    // swift-tools-version: 6.0
    import PackageDescription

    let package = Package(
      name: "__NAME__",
      products: [
        .library(name: "__MODULE__", targets: ["__MODULE__"])
      ],
      targets: [
        .target(name: "__MODULE__"),
        .testTarget(name: "__MODULE__Tests", dependencies: ["__MODULE__"]),
      ]
    )

    """#,
    "README.md": """
    # __NAME__

    What the component is for, in a sentence or two.

    Tests: `swift test` in this folder.

    """,
    "Sources/__MODULE__/Greeting.swift": #"""
    /// A greeting, in place of what the component is for.
    public struct Greeting: Hashable, Sendable {
      /// The words to show.
      public let text: String

      /// Greets a person by name.
      public init(to name: String) {
        text = "Hello, \(name)"
      }
    }

    """#,
    "Tests/__MODULE__Tests/GreetingTests.swift": #"""
    import Testing
    import __MODULE__

    struct GreetingTests {
      @Test func `a greeting has the name in it`() {
        #expect(Greeting(to: "Ada").text == "Hello, Ada")
      }
    }

    """#,
  ]
}
