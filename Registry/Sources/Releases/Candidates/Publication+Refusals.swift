import RegistryModel
import Versioning
import Workspace

extension Publication {
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
