import Base
import Model
import Versions

extension Publication {
  /// - Parameter place: Where the dependent's manifest says that it depends on it.
  static func refuseInternal(
    _ dependency: ComponentName,
    neededBy dependent: ComponentName,
    in state: RegistryState,
    at place: String
  ) throws(OperationError) {
    guard state.manifest.kind(of: dependency) == .internal else { return }
    throw .internalDependency(dependency, of: dependent).of(place)
  }

  static func unpublished(
    _ version: SemanticVersion,
    of dependency: ComponentName,
    neededBy dependent: ComponentName,
    _ command: String
  ) -> OperationError {
    OperationError(
      .dependencyUnreleased,
      "'\(dependent)' is published, and depends on '\(dependency)', whose release '\(version)' is"
        + " internal",
      help: "make its first published release: '\(command)'"
    )
  }

  static func withdrawn(
    _ dependency: ComponentName,
    neededBy dependent: ComponentName
  ) -> OperationError {
    OperationError(
      .dependencyUnreleased,
      "'\(dependent)' depends on '\(dependency)', whose releases are all withdrawn",
      help: "fix the cause, and release '\(dependency)' again first"
    )
  }

  static func prerelease(
    _ version: SemanticVersion,
    of dependency: ComponentName,
    requiredBy dependent: ComponentName
  ) -> OperationError {
    OperationError(
      .dependencyUnreleased,
      "'\(dependent)' depends on '\(dependency)', whose committed state is released only as the"
        + " pre-release '\(version)'",
      help:
        "release '\(dependency)' first, or make this a pre-release too; to require '\(version)'"
        + " anyway, add it under \"requires\" of '\(dependent)' in the manifest"
    )
  }
}
