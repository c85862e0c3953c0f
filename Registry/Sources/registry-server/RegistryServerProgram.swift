import ArgumentParser
import Foundation
import Hummingbird
import Logging
import NIOCore
import RegistryServer
import ServiceLifecycle

/// Serves a registry until it is told to stop.
@main
struct RegistryServerProgram: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "registry-server",
    abstract: "Serve the releases of a repository as a Swift package registry."
  )

  @Option(
    help: ArgumentHelp("The repository, working or bare.", valueName: "folder"),
    completion: .directory
  )
  var repository = "."

  @Option(help: "The branch that is served. (default: the one that is checked out)")
  var branch: String?

  @Option(help: "The address to listen at.")
  var host = "127.0.0.1"

  @Option(help: "The port to listen at; 0 for any that is free.")
  var port = 8080

  func run() async throws {
    let logger = Logger(label: "registry-server")
    let service = try RegistryService(
      RepositoryAccess.Location(directory: repository, branch: branch),
      logger: logger
    )
    let (host, port) = (host, port)
    let application = Application(
      router: service.router(),
      configuration: ApplicationConfiguration(
        address: .hostname(host, port: port),
        serverName: "registry"
      ),
      services: [
        SnapshotFollower(service.registry, interval: .milliseconds(250), logger: logger)
      ],
      onServerRunning: { channel in
        let url = "http://\(host):\(channel.localAddress?.port ?? port)\n"
        FileHandle.standardOutput.write(Data(url.utf8))
      },
      logger: logger
    )
    try await application.runService()
  }
}
