/// The folder `.registry` of a working tree: all in it can be made anew, and git passes over it.
struct RegistryFolder {
  let path: String

  /// - Parameter directory: The root of the working tree.
  init(in directory: String) {
    path = "\(directory)/.registry"
  }

  /// Makes the folder, if need be.
  func prepare() throws(OperationError) {
    try Self.make(path)
    let ignored = "\(path)/.gitignore"
    guard LocalFile.kind(at: ignored) == nil else { return }
    try unifyingErrors {
      try StagedReplacement(path: ignored, staging: "\(ignored).new")
        .replace(with: Array("*\n".utf8))
    }
  }

  /// Makes a folder, and refuses a link in its place, which would lead the files elsewhere.
  static func make(_ path: String) throws(OperationError) {
    if let kind = LocalFile.kind(at: path), kind != .directory {
      throw OperationError(
        .notADirectory,
        "'\(path)' is no folder, and the pinned trees are laid out there",
        help: "move it out of the way"
      )
    }
    try LocalFile.makeDirectory(path)
  }
}

extension OperationError.Code {
  package static let notADirectory = Self(rawValue: "not-a-directory")
}
