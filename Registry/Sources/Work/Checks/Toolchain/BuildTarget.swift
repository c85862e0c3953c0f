/// What a package is built for, as the package manager takes it.
package struct BuildTarget: Hashable, Sendable {
  /// What it is called; `nil` for the system that this program runs on.
  package let name: String?
  /// The arguments of `swift build`.
  package let arguments: [String]
  /// Whether tests that are built for it can run here.
  package let runsHere: Bool
  /// The platform of an Apple system other than the host's, such as `iOS`; `nil` elsewhere.
  package let applePlatform: String?

  /// The system that this program runs on.
  package static let host = BuildTarget(named: nil, arguments: [], runsHere: true)

  package init(
    named name: String?,
    arguments: [String],
    runsHere: Bool,
    applePlatform: String? = nil
  ) {
    (self.name, self.arguments, self.runsHere) = (name, arguments, runsHere)
    self.applePlatform = applePlatform
  }

  /// Whether its arguments say which traits of the package are on.
  package var choosesTraits: Bool {
    arguments.contains { argument in
      ["--traits", "--enable-all-traits", "--disable-default-traits"].contains {
        argument == $0 || argument.hasPrefix("\($0)=")
      }
    }
  }

  /// As it follows a verb: ` for ios`; empty for the host.
  package var words: String { name.map { " for \($0)" } ?? "" }
}
