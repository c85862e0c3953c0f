import ArgumentParser

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// Serves a registry until a signal stops it.
@main
struct RegistryServerProgram {
  static func main() async {
    do {
      let command = try ServerCommand.parse()
      try await command.run()
    } catch {
      exit(Failure(error: error).report())
    }
  }
}
