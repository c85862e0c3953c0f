import NIOPosix
package import RegistryOperations
import Synchronization

/// The repository on a thread of its own, so that nothing that answers requests ever waits for git.
///
/// One task at a time has it; what must not wait for others opens an access of its own.
package final class RepositoryAccess: Sendable {
  /// Where the repository and its data are.
  package struct Location: Hashable, Sendable {
    package var directory: String
    /// As a person types it; nothing where it is to be found.
    package var manifest: String?
    /// Nothing for the branch that is checked out.
    package var branch: String?

    package init(directory: String, manifest: String? = nil, branch: String? = nil) {
      self.directory = directory
      self.manifest = manifest
      self.branch = branch
    }

    package func open() throws(OperationError) -> Workspace {
      try Workspace(directory: directory, manifest: manifest, branch: branch)
    }
  }

  package let location: Location
  private let workspace: Mutex<Workspace>
  private let thread = NIOThreadPool(numberOfThreads: 1)

  package init(_ location: Location) throws {
    self.location = location
    workspace = Mutex(try location.open())
    thread.start()
  }

  /// Lends the repository to `body`, on the thread that is kept for it.
  package func read<Value: Sendable>(
    _ body: @escaping @Sendable (borrowing Workspace) throws -> Value
  ) async throws -> Value {
    try await thread.runIfActive { try self.readHere(body) }
  }

  /// Lends the repository to `body` on the caller's thread, before there are requests to answer.
  func readHere<Value: Sendable>(_ body: (borrowing Workspace) throws -> Value) throws -> Value {
    try workspace.withLock { try body($0) }
  }

  /// Opens the repository anew, which may have been moved away and put back.
  func reopen() async throws {
    try await thread.runIfActive {
      try self.workspace.withLock { $0 = try self.location.open() }
    }
  }

  func close() async throws {
    try await thread.shutdownGracefully()
  }
}
