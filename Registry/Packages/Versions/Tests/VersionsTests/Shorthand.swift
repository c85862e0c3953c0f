import Versions

// What the tests read from texts, in short.

extension SemanticVersion {
  init(_ text: String) throws(VersionError) { try self.init(parsing: text) }
}

extension VersionRequirement {
  init(_ text: String) throws(VersionError) { try self.init(parsing: text) }
}

extension PrereleaseLabel {
  init(_ text: String) throws(VersionError) { try self.init(parsing: text) }
}

extension Name {
  init(_ text: String) throws(VersionError) { try self.init(parsing: text) }
}

extension ComponentName {
  init(own text: String) throws(VersionError) { try self.init(parsingOwn: text) }

  init(_ name: String, of scope: ScopeName, in own: ScopeName) throws(VersionError) {
    try self.init(parsing: name, of: scope, in: own)
  }
}
