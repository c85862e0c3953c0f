private import Dispatch
import GitValues

#if canImport(FoundationEssentials)
  private import FoundationEssentials
#else
  private import Foundation
#endif

extension Repository {
  /// Writes a tree's files below `directory`, many of them on all processors.
  ///
  /// Their bytes are as stored, modes are 644 and 755 under every umask, links are links; no filter,
  /// attribute or hook has a say.
  ///
  /// The listing is checked as a whole before; nothing that is there already is overwritten.
  ///
  /// - Parameter note: What is to be known of a file once it is written, from its open folder and its
  ///   name there.
  /// - Returns: The notes, in the order of the files.
  package func write<Note: Sendable>(
    _ listing: TreeListing,
    into directory: String,
    noting note: @Sendable (_ folder: Int32, _ name: String) -> Note
  ) throws(GitError) -> [Note] {
    try refuseNul(in: directory)
    let root = try TreeWriter(path: directory)
    let shares = CheckoutShares<Note>(listing.items)
    let processors = min(ProcessInfo.processInfo.activeProcessorCount, shares.count / 2)
    guard processors > 1 else {
      return try write(listing.items[...], in: root, noting: note)
    }
    let gitDirectory = gitDirectory
    DispatchQueue.concurrentPerform(iterations: processors) { _ in
      do throws(GitError) {
        // A repository belongs to one task, so that each processor has its own.
        let repository = try Repository.open(at: gitDirectory)
        while let (number, items) = shares.next() {
          shares.put(try repository.write(items, in: root, noting: note), at: number)
        }
      } catch {
        shares.fail(error)
      }
    }
    return try shares.notes()
  }

  private func write<Note>(
    _ items: ArraySlice<TreeListing.Item>,
    in directory: borrowing TreeWriter,
    noting note: (_ folder: Int32, _ name: String) -> Note
  ) throws(GitError) -> [Note] {
    var notes: [Note] = []
    notes.reserveCapacity(items.count)
    try write(items, offset: 0, in: directory) { notes.append(note($0, $1)) }
    return notes
  }

  /// Writes items whose paths have the first `offset` bytes in common.
  private func write(
    _ items: ArraySlice<TreeListing.Item>,
    offset: Int,
    in directory: borrowing TreeWriter,
    then done: (_ folder: Int32, _ name: String) -> Void
  ) throws(GitError) {
    var rest = items
    while let item = rest.first {
      let path = item.path.string.utf8
      let names = path.dropFirst(offset)
      guard let slash = names.firstIndex(of: UInt8(ascii: "/")) else {
        let name = String(Substring(names))
        try write(item, named: name, in: directory)
        done(directory.descriptor, name)
        rest = rest.dropFirst()
        continue
      }
      let folder = path[...slash]
      let inside = rest.prefix { $0.path.string.utf8.starts(with: folder) }
      let name = String(Substring(names[..<slash]))
      try write(inside, offset: folder.count, in: directory.directory(name), then: done)
      rest = rest.dropFirst(inside.count)
    }
  }

  private func write(
    _ item: TreeListing.Item,
    named name: String,
    in directory: borrowing TreeWriter
  ) throws(GitError) {
    let content = try blob(item.id)
    if item.mode == .link {
      try directory.link(name, to: content)
    } else {
      try directory.file(name, content, isExecutable: item.mode == .executable)
    }
  }
}
