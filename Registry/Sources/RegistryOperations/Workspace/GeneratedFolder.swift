import Git

/// The folder `.registry` of a working tree: what is derived and can be made anew.
struct GeneratedFolder {
  /// From the root of the working tree.
  static let name = ".registry"

  let root: String

  init(root: String) {
    self.root = root
  }

  /// - Parameter directory: The root of the working tree.
  init(in directory: String) {
    root = "\(directory)/\(Self.name)"
  }

  /// Makes a folder in it, and lets git pass over all of them.
  func prepare(_ folder: String) throws(OperationError) {
    var path = root
    try Self.make(path)
    for part in folder.split(separator: "/") {
      path += "/\(part)"
      try Self.make(path)
    }
    let ignored = "\(root)/.gitignore"
    if LocalFile.kind(at: ignored) == nil {
      try unifyingErrors {
        try StagedReplacement(path: ignored, staging: "\(ignored).new")
          .replace(with: Array("*\n".utf8))
      }
    }
  }

  /// A link would lead the files elsewhere.
  private static func make(_ path: String) throws(OperationError) {
    if let kind = LocalFile.kind(at: path), kind != .directory {
      throw OperationError(
        .notADirectory,
        "'\(path)' is no folder, and what can be made anew is kept there",
        help: "move it out of the way"
      )
    }
    try LocalFile.makeDirectory(path)
  }
}

extension Workspace {
  /// A folder for what can be made anew, which is there afterwards: below `.registry`, or in the git
  /// directory of a bare repository.
  package func cacheFolder(_ name: String) throws(OperationError) -> String {
    guard let directory = repository.workingDirectory else {
      let path = "\(repository.gitDirectory)/registry-cache/\(name)"
      try LocalFile.makeDirectories(path)
      return path
    }
    let folder = GeneratedFolder(in: directory)
    try folder.prepare("cache/\(name)")
    return "\(folder.root)/cache/\(name)"
  }
}

extension OperationError.Code {
  package static let notADirectory = Self(rawValue: "not-a-directory")
}
