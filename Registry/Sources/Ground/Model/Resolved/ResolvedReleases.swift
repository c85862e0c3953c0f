package import Base
package import Versions

/// The contents of `resolved.json`: the releases that the pins resolve to, computed and never
/// edited.
package struct ResolvedReleases: Hashable, Sendable {
  /// The version of the format, the only one there is.
  package static let schema = 1

  /// The one release of each component, by app; a component that is missing is built from the
  /// working tree.
  package var apps: [AppName: [ComponentName: SemanticVersion]]

  /// The name of the key that lists them, as in the manifest.

  package init(
    apps: [AppName: [ComponentName: SemanticVersion]] = [:]
  ) {
    self.apps = apps
  }
}

extension ResolvedReleases {
  enum Key: String, JSONKey {
    case apps
    case schema
  }

  /// The whole file, a line for each release; equal resolutions have equal files.
  package var text: String {
    let apps = apps.mapValues { releases in
      JSONValue.names(releases.mapValues { .string($0.description) })
    }
    return JSONLayout().file(
      .members([Key.apps: .names(apps), .schema: .integer(Self.schema)])
    )
  }

  /// Reads the file.
  ///
  /// - Parameter file: The path of the file, for messages.
  package init(reading bytes: [UInt8], file: String) throws(OperationError) {
    let object = try JSONField(reading: bytes, file: file).object(Key.self)
    try object.required(.schema).check(
      is: Self.schema,
      help: "use a newer version of registry, or run 'registry resolve' to write it again"
    )
    try object.refuseOthers()
    apps = [:]
    for (key, field) in try object.required(.apps).entries() {
      var releases: [ComponentName: SemanticVersion] = [:]
      for (name, version) in try field.entries() {
        releases[try ComponentName(key: name, of: version)] = try version.version()
      }
      apps[try AppName(key: key, of: field)] = releases
    }
  }
}
