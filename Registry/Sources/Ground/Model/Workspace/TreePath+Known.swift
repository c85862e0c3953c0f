package import Git

extension TreePath {
  package static let packageManifest = TreePath(known: "Package.swift")
  /// The file that SwiftPM itself writes in every build.
  package static let packageResolution = TreePath(known: "Package.resolved")

  /// Whether the file is a `Package.resolved`, in any folder.
  package var isPackageResolution: Bool { name == Self.packageResolution.name }

  /// Whether the compiler reads it as a source: the snippets of a DocC catalogue are none.
  package var isSwiftSource: Bool {
    string.hasSuffix(".swift") && !string.contains(".docc/")
  }

  /// A path that is a literal in the program.
  package init(known text: String) {
    do {
      try self.init(text)
    } catch {
      preconditionFailure("'\(text)' is spelled in the program and must be a path: \(error)")
    }
  }
}
