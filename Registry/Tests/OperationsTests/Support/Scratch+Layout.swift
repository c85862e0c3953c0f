import Foundation
import Git
import ScratchRepositories
import Testing

/// What is laid out of the app.
extension Scratch {
  /// Where the files are.
  var layout: String { ".registry/app/tree" }

  /// The laid-out files with their content, and whether they may be run.
  func laidOut() throws -> [String: String] {
    let root = "\(path)/\(layout)"
    var files: [String: String] = [:]
    let names = try #require(FileManager.default.enumerator(atPath: root))
    for case let name as String in names {
      let path = "\(root)/\(name)"
      let attributes = try FileManager.default.attributesOfItem(atPath: path)
      switch attributes[.type] as? FileAttributeType {
      case .typeSymbolicLink?:
        files[name] = "link " + (try FileManager.default.destinationOfSymbolicLink(atPath: path))
      case .typeRegular?:
        let mode = FileManager.default.isExecutableFile(atPath: path) ? "executable " : "file "
        files[name] = mode + (try String(contentsOfFile: path, encoding: .utf8))
      default: break
      }
    }
    return files
  }

  /// The same of a tree in git.
  func stored(_ tree: ObjectID) throws -> [String: String] {
    var files: [String: String] = [:]
    // It has the objects of the checkout, and borrows all others.
    let record = "\(path)/.registry/app/layout"
    let repository = try Repository.open(at: record)
    for line in try git("--git-dir", record, "ls-tree", "-r", "-z", tree.hex).split(separator: "\0")
    {
      let parts = line.split(separator: "\t", maxSplits: 1)
      let fields = parts[0].split(separator: " ")
      guard fields[1] == "blob" else { continue }
      let kind = ["100644": "file ", "100755": "executable ", "120000": "link "][fields[0]] ?? ""
      let blob = try repository.blob(ObjectID(hex: fields[2]))
      files[String(parts[1])] = kind + String(decoding: blob, as: UTF8.self)
    }
    return files
  }

  /// The laid-out files by what tells one from another at the same path.
  func laidOutInodes() throws -> [String: String] {
    try Dictionary(
      uniqueKeysWithValues: laidOut().keys.map { name in
        let facts = try FileManager.default.attributesOfItem(atPath: "\(path)/\(layout)/\(name)")
        // A system may give the number of a file that is gone to the next one.
        let time = facts[.modificationDate] as? Date
        return (
          name, "\(facts[.systemFileNumber] ?? "") \(time?.timeIntervalSinceReferenceDate ?? 0)"
        )
      }
    )
  }

  /// Commits empty files of any names, and links, in a folder.
  func commitFiles(
    _ names: [[UInt8]],
    links: [String: String] = [:],
    in folder: String,
    isCheckedOut: Bool = true
  ) throws {
    let empty = try git("hash-object", "-w", "--stdin")
    var entries: [UInt8] = []
    for name in names {
      entries += Array("100644 \(empty)\t\(folder)/".utf8)
      entries += name
      entries.append(0)
    }
    for (name, target) in links {
      let id = try git("hash-object", "-w", "--stdin", input: Array(target.utf8))
      entries += Array("120000 \(id)\t\(folder)/\(name)\0".utf8)
    }
    try git("update-index", "-z", "--add", "--index-info", input: entries)
    try git("commit", "-q", "-m", "Add files of odd names")
    if isCheckedOut { try git("checkout-index", "-a", "-f") }
  }
}
