/// The words that a pre-release is to carry; a step counts a number behind them: `beta` makes
/// `beta.0`, then `beta.1`.
public struct PrereleaseLabel: Hashable, Sendable {
  public let identifiers: [PrereleaseIdentifier]

  /// Reads identifiers with dots between them; no words at all leave the number alone.
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

  /// The identifiers that follow `current`: its last number counted up where it already has these
  /// words and a number behind them, else the first with this label.
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
  /// The label of a pre-release, without its number.
  public var labelWithoutNumber: PrereleaseLabel {
    get throws(VersionError) {
      try PrereleaseLabel(
        parsing: prerelease.prefix { $0.number == nil }.map(\.description).joined(separator: ".")
      )
    }
  }
}
