package import Base
package import Model
import NIOPosix
import Synchronization

/// The repository on its own thread, so that answering requests never waits for git.
///
/// One task at a time uses it; work that must not wait for others opens its own access. The thread
/// ends with the access.
package final class RepositoryAccess: Sendable {
  /// The location of the repository and its data.
  package struct Location: Hashable, Sendable {
    package var directory: String
    /// As typed by a person; `nil` to search for it.
    package var manifest: String?
    /// `nil` for the branch that is checked out.
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

  /// Runs `body` with the repository, on its thread.
  package func read<Value: Sendable>(
    _ body: @escaping @Sendable (borrowing Workspace) throws -> Value
  ) async throws -> Value {
    try await thread.runIfActive { try self.readHere(body) }
  }

  /// Runs `body` with the repository on the caller's thread, before there are requests to answer.
  func readHere<Value: Sendable>(_ body: (borrowing Workspace) throws -> Value) throws -> Value {
    try workspace.withLock { try body($0) }
  }

  /// Opens the repository again, because it may have been replaced.
  func reopen() async throws {
    try await thread.runIfActive {
      try self.workspace.withLock { $0 = try self.location.open() }
    }
  }

  deinit {
    thread.shutdownGracefully { _ in }
  }
}
