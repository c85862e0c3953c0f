import Foundation

/// How a person called the app, so that the commands that it advises can be typed as printed.
package struct Invocation: Sendable {
  /// The words before those of a command.
  private enum Way: Sendable {
    /// `make` in the repository, with the words as a variable.
    case make
    /// The app in a folder; by its name alone where the shell finds it.
    case program(folder: String)
  }

  private let app: String
  private let options: [String]
  private let way: Way

  /// Describes a run of an app.
  ///
  /// - Parameters:
  ///   - program: how the shell was told to start it, such as `.build/debug/cookr`.
  ///   - options: the options without which an advised command would mean something else,
  ///     with their values; `nil` for one that was not given.
  package init(
    of app: String,
    startedAs program: String? = nil,
    environment: [String: String] = [:],
    options: KeyValuePairs<String, String?> = [:]
  ) {
    self.app = app
    self.options = options.compactMap { name, value in
      // A value that looks like an option has to be attached.
      value.map { "--\(name)\($0.hasPrefix("-") ? "=" : " ")\($0.shellQuoted)" }
    }
    way =
      environment["COOKR_STARTED_BY"] == "make"
      ? .make : .program(folder: Self.folder(of: program ?? app, environment))
  }

  package func command(_ words: String) -> String {
    command(words, of: app)
  }

  /// A command of an app that was built beside this one.
  package func command(_ words: String, of app: String) -> String {
    let words = [words] + options
    switch way {
    case .make:
      let given = words.filter { !$0.isEmpty }.joined(separator: " ")
      return given.isEmpty ? "'make \(app)'" : "'make \(app) ARGS=\"\(given)\"'"
    case .program(let folder):
      return "'\(([folder + app] + words).filter { !$0.isEmpty }.joined(separator: " "))'"
    }
  }

  /// The folder with its last slash; empty where the shell finds the program by its name.
  private static func folder(of program: String, _ environment: [String: String]) -> String {
    guard let slash = program.lastIndex(of: "/") else { return "" }
    let folder = String(program[...slash])
    let path = (environment["PATH"] ?? "").split(separator: ":")
    guard !path.contains(where: { "\($0)/" == folder }) else { return "" }
    let here = FileManager.default.currentDirectoryPath + "/"
    guard folder.hasPrefix(here) else { return folder.shellQuoted }
    return folder == here ? "./" : String(folder.dropFirst(here.count)).shellQuoted
  }
}

extension String {
  /// The text as one word of a shell's command line.
  fileprivate var shellQuoted: String {
    let isPlain =
      !isEmpty
      && allSatisfy { character in
        character.isASCII && (character.isLetter || character.isNumber)
          || "./_-@%+=:".contains(character)
      }
    return isPlain ? self : "'\(replacing("'", with: #"'\''"#))'"
  }
}
