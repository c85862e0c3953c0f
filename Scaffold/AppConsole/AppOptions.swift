package import ArgumentParser
import FlowKit
import Foundation
import Persistence

/// The options of every command of every app.
package struct AppOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "The database file.",
      discussion: "The default is cookr/cookr.sqlite in the account's data folder.",
      valueName: "file"
    ),
    completion: .file()
  )
  package var database: String?

  @Option(help: ArgumentHelp("How long to wait for other processes.", valueName: "seconds"))
  package var patience = 5.0

  @Flag(help: "Print one JSON object instead of text.")
  package var json = false

  package init() {}

  package func validate() throws {
    guard (0...3600).contains(patience) else {
      throw ValidationError("invalid patience '\(patience)', expected 0 to 3600 seconds")
    }
    guard database?.isEmpty != true else {
      throw ValidationError("the name of the database file is empty")
    }
  }
}

/// Where the apps keep their data, which they share, by the XDG base directory specification.
package struct DataFolder {
  private let environment: [String: String]

  package init(environment: [String: String]) {
    self.environment = environment
  }

  /// The database's path; the folder is made where it is missing.
  package func databasePath() throws -> String {
    let folder = try base() + "/cookr"
    do {
      try FileManager.default.createDirectory(
        atPath: folder,
        withIntermediateDirectories: true,
        attributes: [.posixPermissions: 0o700]
      )
    } catch {
      let isFull = (error as? CocoaError)?.code == .fileWriteOutOfSpace
      throw FlowFailure(
        isFull ? .storageFull : .storageNotWritable,
        "cannot create the data folder '\(folder)'",
        help: "choose a writable file with '--database FILE'"
      )
    }
    return folder + "/cookr.sqlite"
  }

  private func base() throws -> String {
    // The specification has relative paths ignored.
    if let folder = environment["XDG_DATA_HOME"], folder.hasPrefix("/") { return folder }
    guard let home = environment["HOME"], home.hasPrefix("/") else {
      throw FlowFailure(
        .storageNotWritable,
        "neither XDG_DATA_HOME nor HOME is set to an absolute path",
        help: "choose a file with '--database FILE'"
      )
    }
    return home + "/.local/share"
  }
}
