import Base

/// The content of working files beside their blobs, with all conversions that git's attributes and
/// configuration ask for: ends of lines, `$Id$`, encodings and filter programs.
extension WorkTree {
  /// The bytes of the working files that git would write for blobs, in their order.
  package func contents(of files: [(path: TreePath, entry: IndexUpdate.Entry)]) throws -> [[UInt8]]
  {
    guard !files.isEmpty else { return [] }
    let folder = try TemporaryFolder()
    // Attributes of files that a sparse checkout leaves out are in the index.
    let copy = "\(folder.path)/index"
    if let content = try LocalFile.read(index) { try LocalFile.update(copy, to: content) }
    try putEntries(
      files.map { IndexUpdate($0.path, $0.entry) },
      into: copy,
      settings: ["core.splitIndex=false"]
    )
    try git(
      ["checkout-index", "--prefix=\(folder.path)/files/", "-z", "--stdin"],
      index: copy,
      input: Array(files.map { "\($0.path)\0" }.joined().utf8)
    )
    return try files.map { file in
      guard let content = try LocalFile.read("\(folder.path)/files/\(file.path)") else {
        throw OperationError(.gitFailed, "'git checkout-index' did not write '\(file.path)'")
      }
      return content
    }
  }

  /// Whether the working file is what git would write for the blob.
  package func isUnchanged(_ path: TreePath, from id: ObjectID) throws -> Bool {
    let file = "\(self.path)/\(path)"
    guard let content = try LocalFile.read(file) else { return false }
    if Repository.blobID(of: content) == id { return true }
    let output = try git(["hash-object", "--path=\(path)", "--", file]).output
    return output == "\(id.hex)\n"
  }
}
