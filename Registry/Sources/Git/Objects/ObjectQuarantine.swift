private import CGit2
private import CLibrary
package import Errors
import Files
package import GitValues
private import Synchronization

/// New objects in a directory of their own, until they are complete on the disk and get the names
/// by which everyone reads them.
///
/// libgit2 syncs each object when it stores it, and waits for the disk each time. Here they are
/// synced together. Git knows the directory as one of its own, which `git prune` removes.
/// - Note: Only for a process that excludes all others of this program.
package struct ObjectQuarantine: ~Copyable {
  private static let name = "tmp_objdir-registry"
  /// Above that of the repository's own loose objects and packs, so that it is written to.
  private static let priority: Int32 = 8

  private let objectsDirectory: String
  private let directory: String

  /// From now on the repository reads and stores objects here first.
  package init(in repository: borrowing Repository) throws(OperationError) {
    let directory = Self.directory(of: repository)
    // The umask applies, as for git's own directories.
    guard unsafe mkdir(directory, 0o777) == 0 else {
      throw OperationError.lastCall("cannot create the directory '\(directory)'")
    }
    do throws(OperationError) {
      try Self.read(directory, in: repository)
    } catch {
      unsafe rmdir(directory)
      throw error
    }
    objectsDirectory = "\(repository.commonDirectory)/objects"
    self.directory = directory
  }

  deinit {
    // Nothing refers to objects that are left here; the next write removes them.
    try? Self.remove(directory)
  }

  /// Runs `body`, which stores objects; none of them is synced yet.
  package func collect<Value>(_ body: () throws -> Value) throws -> Value {
    try GitLibrary.withoutSyncing(body)
  }

  /// Syncs all that was stored, then gives each object its name in the repository, what others refer
  /// to before them: a process that reads at the same time finds no object that refers to a missing one.
  ///
  /// - Parameter repository: The one that stored the objects.
  /// - Returns: The objects; the directories of their names are not synced yet.
  package consuming func release(
    in repository: borrowing Repository
  ) throws(OperationError) -> Set<ObjectID> {
    var ids: Set<ObjectID> = []
    var files: [String] = []
    for folder in try LocalFile.names(in: directory) {
      for name in try LocalFile.names(in: "\(directory)/\(folder)") {
        files.append("\(folder)/\(name)")
        if let id = ObjectID(digits: Array((folder + name).utf8)) { ids.insert(id) }
      }
    }
    try LocalFile.sync(all: files.map { "\(directory)/\($0)" })
    for id in try ReferenceOrder(of: ids, in: repository).ids {
      let hex = id.hex
      let (folder, name) = (hex.prefix(2), hex.dropFirst(2))
      let place = "\(objectsDirectory)/\(folder)"
      guard unsafe mkdir(place, 0o777) == 0 || errno == EEXIST else {
        throw OperationError.lastCall("cannot create the directory '\(place)'")
      }
      guard unsafe rename("\(directory)/\(folder)/\(name)", "\(place)/\(name)") == 0 else {
        throw OperationError.lastCall("cannot store the object '\(place)/\(name)'")
      }
    }
    return ids
  }

  /// Makes the repository look here, unless an earlier quarantine has done so.
  private static func read(
    _ directory: String,
    in repository: borrowing Repository
  ) throws(OperationError) {
    guard !repository.hasQuarantine.load(ordering: .relaxed) else { return }
    var backend: UnsafeMutablePointer<git_odb_backend>?
    try check(unsafe git_odb_backend_loose(&backend, directory, -1, 0, 0, 0))
    try check(unsafe git_odb_add_backend(repository.objects.pointer, backend, priority))
    repository.hasQuarantine.store(true, ordering: .relaxed)
  }

  /// The number of places in which a repository looks for objects.
  static func places(in repository: borrowing Repository) -> Int {
    unsafe git_odb_num_backends(repository.objects.pointer)
  }

  /// Removes what a killed run may have left.
  package static func removeAbandoned(in repository: borrowing Repository) throws(OperationError) {
    try remove(directory(of: repository))
  }

  private static func directory(of repository: borrowing Repository) -> String {
    "\(repository.commonDirectory)/objects/\(name)"
  }

  private static func remove(_ directory: String) throws(OperationError) {
    guard LocalFile.exists(directory) else { return }
    for name in try LocalFile.names(in: directory) {
      let path = "\(directory)/\(name)"
      // An incomplete object is beside the folders.
      if unsafe unlink(path) == 0 { continue }
      for object in try LocalFile.names(in: path) { unsafe unlink("\(path)/\(object)") }
      unsafe rmdir(path)
    }
    guard unsafe rmdir(directory) == 0 else {
      throw OperationError.lastCall("cannot remove the directory '\(directory)'")
    }
  }
}

/// Objects in an order in which each follows all that it refers to.
private struct ReferenceOrder {
  private(set) var ids: [ObjectID] = []
  private let all: Set<ObjectID>
  private var seen: Set<ObjectID> = []

  init(of all: Set<ObjectID>, in repository: borrowing Repository) throws(OperationError) {
    self.all = all
    var byKind: [ObjectKind: [ObjectID]] = [:]
    // In a fixed order, so that a run can be repeated.
    for id in all.sorted(by: { $0.hex < $1.hex }) {
      guard let kind = try repository.header(of: id)?.kind else {
        throw repository.missing(id, .blob)
      }
      byKind[kind, default: []].append(id)
    }
    ids += byKind[.blob] ?? []
    for tree in byKind[.tree] ?? [] { try add(tree: tree, in: repository) }
    for commit in byKind[.commit] ?? [] { try add(commit: commit, in: repository) }
    // No tag of ours points to another one.
    ids += byKind[.tag] ?? []
  }

  private mutating func add(
    tree: ObjectID,
    in repository: borrowing Repository
  ) throws(OperationError) {
    guard all.contains(tree), seen.insert(tree).inserted else { return }
    for entry in try repository.entries(of: tree) where entry.mode == .tree {
      try add(tree: entry.id, in: repository)
    }
    ids.append(tree)
  }

  private mutating func add(
    commit: ObjectID,
    in repository: borrowing Repository
  ) throws(OperationError) {
    guard all.contains(commit), seen.insert(commit).inserted else { return }
    for parent in try repository.commit(commit).parents { try add(commit: parent, in: repository) }
    ids.append(commit)
  }
}
