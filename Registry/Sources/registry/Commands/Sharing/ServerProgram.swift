import Errors
import Processes
import Workspace

/// The program `registry-server`, which replaces this process.
struct ServerProgram {
  static let name = "registry-server"

  /// Never returns, unless there is no such program beside this one or on the path.
  static func become(_ arguments: [String]) throws -> Never {
    _ = CurrentProcess.become(name, arguments, isOwn: true)
    throw OperationError(
      .noServer,
      "cannot start '\(name)', which is neither beside this program nor on the PATH",
      help: "install the package '\(name)', or run 'make install-server' in a clone of this tool"
    )
  }
}
