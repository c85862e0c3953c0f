/// Why a request to git was refused or failed.
package struct GitError: Error, Equatable, Sendable {
  package let code: Code
  /// A lower-case fragment without a full stop.
  package let message: String
  /// What the person can do about it, if anything.
  package let help: String?

  package init(_ code: Code, _ message: String, help: String? = nil) {
    self.code = code
    self.message = message
    self.help = help
  }

  /// The same failure, with the task before it.
  func during(_ task: String) -> GitError {
    GitError(code, "\(task): \(message)", help: help)
  }
}

extension GitError {
  /// The kind of failure; not an enum, so that a new kind breaks no switch.
  package struct Code: Hashable, Sendable {
    package let name: String

    package init(_ name: String) {
      self.name = name
    }

    package static let notFound = Code("not-found")
    package static let alreadyExists = Code("already-exists")
    package static let ambiguous = Code("ambiguous")
    package static let invalid = Code("invalid")
    /// The write needs a lock that another git has.
    package static let locked = Code("locked")
    /// A reference no longer has the value that the update expected.
    package static let moved = Code("moved")
    package static let notARepository = Code("not-a-repository")
    package static let foreignOwner = Code("foreign-owner")
    package static let unsupportedRepository = Code("unsupported-repository")
    package static let bareRepository = Code("bare-repository")
    package static let unbornBranch = Code("unborn-branch")
    package static let noIdentity = Code("no-identity")
    package static let wrongKind = Code("wrong-kind")
    /// An object's bytes are not what its name or its format promises.
    package static let corrupt = Code("corrupt")
    /// A name, link or mode in a tree that must not be written to a disk.
    package static let hostileTree = Code("hostile-tree")
    /// The operating system failed a file operation.
    package static let inputOutput = Code("input-output")
    package static let other = Code("other")
  }
}

extension GitError: CustomStringConvertible {
  package var description: String {
    guard let help else { return message }
    return "\(message)\nhelp: \(help)"
  }
}
