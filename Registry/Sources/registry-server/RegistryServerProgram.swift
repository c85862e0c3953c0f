import ArgumentParser
import Foundation

/// Serves a registry until it is told to stop.
@main
struct RegistryServerProgram {
  static func main() async {
    do {
      let command = try ServerCommand.parse()
      try await command.run()
    } catch {
      exit(Failure(error).report())
    }
  }
}
