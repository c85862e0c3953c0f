import Git
import GitValues
import PackageManifest
import RegistryModel
import SourceArchive
import Versioning

extension OperationError.Code {
  /// What a failure prevents.
  package enum Concern: Sendable {
    /// The release of one component; others can still be released.
    case component
    /// All that the command was to do.
    case run
  }

  /// What a failure of this kind prevents.
  ///
  /// A code that is not listed below stops the run: nothing is left out of a release because of an
  /// error that was not expected.
  package var concern: Concern { Self.ofComponents.contains(self) ? .component : .run }

  private static let ofComponents: Set<Self> = [
    // Names and versions
    .unknownComponent, .unknownRelease, .unrecordedVersion, .invalidVersion, .invalidPath,
    .collision, .noVersion, .versionNotGreater, .alreadyReleased, .versionTaken, .versionNotNewest,
    .dishonestVersion, .nothingToAccept, .groupMember, .tagExists, .invalidTag,
    Self(VersioningError.Code.versionTooLong), Self(VersioningError.Code.invalidPrerelease),
    Self(VersioningError.Code.noIncrement), Self(VersioningError.Code.unsatisfiableRequirement),
    Self(VersioningError.Code.invalidName),

    // What a release is made of
    .notAFolder, .folderIsLink, .noPackage, .invalidPackage, .malformedGitFile, .notText,
    .largeFilePointer, .linkLeavesFolder, .noRootFile, .versionFile, .submoduleNeeded,
    .nothingChanged, .unreleasedChanges, .uncommittedChanges, .missingTree, .shallowClone,
    .dependencyNoComponent, .privateComponent, .internalComponent, .dependencyUnreleased,
    .dependencyCycle, .requirementUnmet, .unresolvable, .notReleased, .buildFailed, .testsFailed,
    .noInterface, .nestedPackage, .rootPackage, .ownRepository, .noLicence, .layerViolation,
    .sidewaysDependency, .missingDependency,
    Self(rawValue: GitError.Code.hostileTree.name),
    Self(SourceArchiveError.Code.invalidLink), Self(SourceArchiveError.Code.tooLarge),

    // Its manifest
    Self(PackageManifestError.Code.malformed), Self(PackageManifestError.Code.invalidToolsVersion),
    Self(PackageManifestError.Code.tooDynamic), Self(PackageManifestError.Code.outsideRepository),
    Self(PackageManifestError.Code.ambiguousReference),
    Self(PackageManifestError.Code.unknownProduct),
    Self(PackageManifestError.Code.toolsVersionTooOld),
    Self(PackageManifestError.Code.unversionedDependency),
    Self(PackageManifestError.Code.unsafeFlags), Self(PackageManifestError.Code.invalidEdits),

    // Its log
    .invalidRecord, .checksumMismatch,
    Self(RegistryModelError.Code.malformedJSON), Self(RegistryModelError.Code.mergeConflict),
    Self(RegistryModelError.Code.duplicateKey), Self(RegistryModelError.Code.unknownKey),
    Self(RegistryModelError.Code.missingKey), Self(RegistryModelError.Code.wrongType),
    Self(RegistryModelError.Code.unknownSchema), Self(RegistryModelError.Code.invalidValue),
    Self(RegistryModelError.Code.conflictingRecords),
  ]

  private init(_ code: VersioningError.Code) { self.init(rawValue: code.rawValue) }
  private init(_ code: RegistryModelError.Code) { self.init(rawValue: code.rawValue) }
  private init(_ code: PackageManifestError.Code) { self.init(camelCase: code.rawValue) }
  private init(_ code: SourceArchiveError.Code) { self.init(camelCase: code.rawValue) }
}
