import ArgumentParser
import Foundation
import RegistryOperations

/// Serves a registry until it is told to stop.
@main
struct RegistryServerProgram {
  static func main() async {
    do {
      let command = try ServerCommand.parse()
      try await command.run()
    } catch {
      report(error)
    }
  }

  private static func report(_ error: any Error) -> Never {
    let isUsage = ServerCommand.exitCode(for: error) != .failure
    if isUsage { ServerCommand.exit(withError: error) }
    let refusal = error as? OperationError ?? OperationError(.other, "\(error)")
    FileHandle.standardError.write(Data("error: \(refusal)\n".utf8))
    exit(1)
  }
}
