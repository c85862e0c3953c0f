/// A step from one version to one that may follow it.
public enum VersionIncrement: Hashable, Sendable {
  case major
  case minor
  case patch
  case premajor(PrereleaseLabel)
  case preminor(PrereleaseLabel)
  case prepatch(PrereleaseLabel)
  /// The next pre-release of the same release; from a release proper, the first of the next patch.
  case prerelease(PrereleaseLabel)
}

extension SemanticVersion {
  /// Returns the version one step on, without build metadata.
  ///
  /// From a pre-release, `major`, `minor` and `patch` lead to the release that it announced where
  /// that is such a step: `2.0.0-beta` is followed by the major version 2.0.0. The result has a
  /// higher precedence, but for one case: a label may sort before the one it takes the place of
  /// (`beta` then `alpha`), which a release has to refuse.
  ///
  /// - Throws: ``VersionError`` if a number, or the length of the result, is too large to be read.
  public func next(_ increment: VersionIncrement) throws(VersionError) -> SemanticVersion {
    switch increment {
    case .major:
      try isPrerelease && minor == 0 && patch == 0 ? core : nextMajor.readable()
    case .minor:
      try isPrerelease && patch == 0 ? core : nextMinor.readable()
    case .patch:
      try isPrerelease ? core : nextPatch.readable()
    case .premajor(let label):
      try nextMajor.labelled(label.first)
    case .preminor(let label):
      try nextMinor.labelled(label.first)
    case .prepatch(let label):
      try nextPatch.labelled(label.first)
    case .prerelease(let label):
      if isPrerelease {
        try labelled(label.following(prerelease))
      } else {
        try nextPatch.labelled(label.first)
      }
    }
  }

  /// The lowest release proper of the next major version, whatever this one is.
  public var nextMajor: SemanticVersion {
    SemanticVersion(major + 1, 0, 0)
  }

  /// The lowest release proper of the next minor version, whatever this one is.
  public var nextMinor: SemanticVersion {
    SemanticVersion(major, minor + 1, 0)
  }

  /// The release proper right behind this version's core.
  public var nextPatch: SemanticVersion {
    SemanticVersion(major, minor, patch + 1)
  }

  /// Returns the first pre-release of this version with a label, such as `2.0.0-beta.0`.
  ///
  /// - Throws: ``VersionError`` if the result is too long to be read.
  public func firstPrerelease(labelled label: PrereleaseLabel) throws(VersionError)
    -> SemanticVersion
  {
    try labelled(label.first)
  }

  private func labelled(
    _ identifiers: [PrereleaseIdentifier]
  ) throws(VersionError) -> SemanticVersion {
    try SemanticVersion(major, minor, patch, prerelease: identifiers).readable()
  }

  /// Returns the same version; throws if its numbers or its length could not be read.
  private func readable() throws(VersionError) -> SemanticVersion {
    try SemanticVersion(parsing: description)
  }
}

/// The words of a pre-release; a step counts a number behind them: `beta` makes `beta.0`, then
/// `beta.1`.
public struct PrereleaseLabel: Hashable, Sendable {
  /// The words, which may be numbers too; empty for a pre-release that is only a number.
  public let identifiers: [PrereleaseIdentifier]

  /// Reads identifiers with dots between them; an empty text is the label of a number alone.
  ///
  /// - Throws: ``VersionError`` with the code ``VersionError/Code/invalidPrerelease``.
  public init(parsing text: String) throws(VersionError) {
    guard !text.isEmpty else {
      identifiers = []
      return
    }
    do throws(IdentifierFault) {
      var identifiers: [PrereleaseIdentifier] = []
      for part in text.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false) {
        identifiers.append(try PrereleaseIdentifier(bytes: part))
      }
      self.identifiers = identifiers
    } catch {
      throw VersionError(
        .invalidPrerelease,
        "invalid pre-release \(quoted(text)), \(error.reason)",
        help: "try 'beta' or 'rc.1'"
      )
    }
  }

  /// The identifiers of the first pre-release with this label.
  var first: [PrereleaseIdentifier] { identifiers + [PrereleaseIdentifier(0)] }

  /// Returns the identifiers that follow `current`: its last number counted up if it already has
  /// these words and a number behind them, else the first with this label.
  func following(_ current: [PrereleaseIdentifier]) -> [PrereleaseIdentifier] {
    let hasNumber =
      current.starts(with: identifiers)
      && (identifiers.isEmpty || current.dropFirst(identifiers.count).first?.number != nil)
    guard hasNumber else { return first }
    guard let index = current.lastIndex(where: { $0.number != nil }),
      let number = current[index].number
    else { return current + first }
    var counted = current
    counted[index] = PrereleaseIdentifier(number + 1)
    return counted
  }
}

extension SemanticVersion {
  /// The label of a pre-release: its words before the first number; empty for a release proper.
  public var labelWithoutNumber: PrereleaseLabel {
    get throws(VersionError) {
      try PrereleaseLabel(
        parsing: prerelease.prefix { $0.number == nil }.map(\.description).joined(separator: ".")
      )
    }
  }
}
