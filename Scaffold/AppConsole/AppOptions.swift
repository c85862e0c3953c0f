package import ArgumentParser

/// What every command of every app takes.
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
