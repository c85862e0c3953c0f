/// How a person called the app, so that the commands that it advises work as printed.
package struct Invocation: Sendable {
  private let app: String
  private let options: [String]

  /// Describes a run of an app.
  ///
  /// - Parameter options: the options without which an advised command would mean something else,
  ///   with their values; `nil` for one that was not given.
  package init(of app: String, options: KeyValuePairs<String, String?> = [:]) {
    self.app = app
    self.options = options.compactMap { name, value in
      // A value that looks like an option has to be attached.
      value.map { "--\(name)\($0.hasPrefix("-") ? "=" : " ")\($0.shellQuoted)" }
    }
  }

  package func command(_ words: String) -> String {
    "'\(([app, words] + options).joined(separator: " "))'"
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
