private import CGit2
package import GitValues
private import Synchronization

#if canImport(Darwin)
  private import Darwin
#else
  private import Glibc
#endif

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
  package init(in repository: borrowing Repository) throws(GitError) {
    let directory = Self.directory(of: repository)
    // The umask applies, as for git's own directories.
    guard unsafe mkdir(directory, 0o777) == 0 else {
      throw SystemFailure.last("cannot create the directory '\(directory)'")
    }
    do throws(GitError) {
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

  /// Syncs all that was stored, then gives each object its name in the repository.
  ///
  /// - Returns: The objects; the directories of their names are not synced yet.
  package consuming func release() throws(GitError) -> Set<ObjectID> {
    var objects: [(folder: String, name: String)] = []
    for folder in try SystemFile.names(in: directory) {
      for name in try SystemFile.names(in: "\(directory)/\(folder)") {
        objects.append((folder, name))
      }
    }
    try SystemFile.sync(all: objects.map { "\(directory)/\($0.folder)/\($0.name)" })
    var released: Set<ObjectID> = []
    for (folder, name) in objects {
      let place = "\(objectsDirectory)/\(folder)"
      guard unsafe mkdir(place, 0o777) == 0 || errno == EEXIST else {
        throw SystemFailure.last("cannot create the directory '\(place)'")
      }
      guard unsafe rename("\(directory)/\(folder)/\(name)", "\(place)/\(name)") == 0 else {
        throw SystemFailure.last("cannot store the object '\(place)/\(name)'")
      }
      if let id = ObjectID(digits: Array((folder + name).utf8)) { released.insert(id) }
    }
    return released
  }

  /// Makes the repository look here, unless an earlier quarantine has done so.
  private static func read(
    _ directory: String,
    in repository: borrowing Repository
  ) throws(GitError) {
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
  package static func removeAbandoned(in repository: borrowing Repository) throws(GitError) {
    try remove(directory(of: repository))
  }

  private static func directory(of repository: borrowing Repository) -> String {
    "\(repository.commonDirectory)/objects/\(name)"
  }

  private static func remove(_ directory: String) throws(GitError) {
    guard SystemFile.exists(directory) else { return }
    for name in try SystemFile.names(in: directory) {
      let path = "\(directory)/\(name)"
      // An incomplete object is beside the folders.
      if unsafe unlink(path) == 0 { continue }
      for object in try SystemFile.names(in: path) { unsafe unlink("\(path)/\(object)") }
      unsafe rmdir(path)
    }
    guard unsafe rmdir(directory) == 0 else {
      throw SystemFailure.last("cannot remove the directory '\(directory)'")
    }
  }
}
