/// Every error code of the operations and of the programs.
///
/// The errors of other modules (`Git`, `GitValues`, `Files`, `Processes`, `RegistryModel`,
/// `Versioning`, `PackageManifest`, `APICompatibility`, `SourceArchive`) keep their own codes.
/// `Documentation/error-codes.md` describes all of them; `ErrorCodeTests` compares that page with
/// the sources. A code never changes once it is released.
extension OperationError.Code {
  // The repository and its manifest
  package static let noManifest = Self(rawValue: "no-manifest")
  package static let manifestOutside = Self(rawValue: "manifest-outside")
  package static let bareRepository = Self(rawValue: "bare-repository")
  package static let unbornBranch = Self(rawValue: "unborn-branch")
  package static let unknownBranch = Self(rawValue: "unknown-branch")
  package static let detachedHead = Self(rawValue: "detached-head")
  package static let invalidBranch = Self(rawValue: "invalid-branch")
  /// A branch that some working tree has checked out.
  package static let branchCheckedOut = Self(rawValue: "branch-checked-out")
  /// A release branch with commits that no release made.
  package static let branchHasCommits = Self(rawValue: "branch-has-commits")
  package static let shallowClone = Self(rawValue: "shallow-clone")
  package static let operationInProgress = Self(rawValue: "operation-in-progress")
  package static let otherRepository = Self(rawValue: "other-repository")
  package static let notAFile = Self(rawValue: "not-a-file")
  package static let notADirectory = Self(rawValue: "not-a-directory")
  /// A recorded tree that this clone does not have.
  package static let missingTree = Self(rawValue: "missing-tree")
  /// A folder for an export that has other things.
  package static let foreignFolder = Self(rawValue: "foreign-folder")
  package static let inputOutput = Self(rawValue: "input-output")
  package static let other = Self(rawValue: "other")

  // Names and versions
  /// Not one of the rules by which public APIs are compared.
  package static let unknownRule = Self(rawValue: "unknown-rule")
  package static let unknownComponent = Self(rawValue: "unknown-component")
  package static let unknownRelease = Self(rawValue: "unknown-release")
  package static let unrecordedVersion = Self(rawValue: "unrecorded-version")
  package static let invalidVersion = Self(rawValue: "invalid-version")
  package static let invalidPath = Self(rawValue: "invalid-path")
  package static let collision = Self(rawValue: "collision")
  /// A component that other components or apps depend on.
  package static let componentInUse = Self(rawValue: "component-in-use")
  package static let pathTaken = Self(rawValue: "path-taken")
  package static let unknownTemplate = Self(rawValue: "unknown-template")
  package static let noVersion = Self(rawValue: "no-version")
  package static let versionNotGreater = Self(rawValue: "version-not-greater")
  /// A baseline for a component that has releases.
  package static let alreadyReleased = Self(rawValue: "already-released")
  package static let versionTaken = Self(rawValue: "version-taken")
  /// A version lower than the last release, which only git can release, on a branch of its own.
  package static let versionNotNewest = Self(rawValue: "version-not-newest")
  /// A version too low for the changes of the public API.
  package static let dishonestVersion = Self(rawValue: "dishonest-version")
  package static let nothingToAccept = Self(rawValue: "nothing-to-accept")
  /// A release of one component of a fixed group alone.
  package static let groupMember = Self(rawValue: "group-member")

  // What a release is made of
  package static let notAFolder = Self(rawValue: "not-a-folder")
  package static let folderIsLink = Self(rawValue: "folder-is-link")
  package static let noPackage = Self(rawValue: "no-package")
  /// Files that are not a package that can be stored and built.
  package static let invalidPackage = Self(rawValue: "invalid-package")
  /// A file that git itself reads, and that `git fsck --strict` refuses.
  package static let malformedGitFile = Self(rawValue: "malformed-git-file")
  package static let notText = Self(rawValue: "not-text")
  package static let largeFilePointer = Self(rawValue: "large-file-pointer")
  package static let linkLeavesFolder = Self(rawValue: "link-leaves-folder")
  package static let noRootFile = Self(rawValue: "no-root-file")
  /// A file that a release is to write its version into, and cannot.
  package static let versionFile = Self(rawValue: "version-file")
  package static let submoduleNeeded = Self(rawValue: "submodule-needed")
  package static let nothingChanged = Self(rawValue: "nothing-changed")
  /// The component's folder on the branch differs from its newest release.
  package static let unreleasedChanges = Self(rawValue: "unreleased-changes")
  package static let dependencyNoComponent = Self(rawValue: "dependency-no-component")
  /// A component that is never released, or is needed by one that is.
  package static let privateComponent = Self(rawValue: "private-component")
  /// An internal component or release where a published one is expected.
  package static let internalComponent = Self(rawValue: "internal-component")
  package static let dependencyUnreleased = Self(rawValue: "dependency-unreleased")
  package static let dependencyCycle = Self(rawValue: "dependency-cycle")
  package static let requirementUnmet = Self(rawValue: "requirement-unmet")
  /// A component is due and was not released, whatever else was.
  package static let notReleased = Self(rawValue: "not-released")
  package static let buildFailed = Self(rawValue: "build-failed")
  package static let testsFailed = Self(rawValue: "tests-failed")
  /// The compiler wrote no interface of a module.
  package static let noInterface = Self(rawValue: "no-interface")
  package static let noToolchain = Self(rawValue: "no-toolchain")

  // Packages of a repository and their layers
  /// Nothing that could be a component.
  package static let noPackages = Self(rawValue: "no-packages")
  /// A package at the root of the repository, which would contain the registry's data.
  package static let rootPackage = Self(rawValue: "root-package")
  /// A component in the folder of another one.
  package static let nestedPackage = Self(rawValue: "nested-package")
  /// No scope was named, and none follows from the repository.
  package static let noScope = Self(rawValue: "no-scope")
  /// A dependency by path of an app on a package that is not committed.
  package static let appDependency = Self(rawValue: "app-dependency")
  /// A dependency by URL on a package of the same repository.
  package static let ownRepository = Self(rawValue: "own-repository")
  package static let noLicence = Self(rawValue: "no-licence")
  /// A dependency on a layer that the component's layer may not use.
  package static let layerViolation = Self(rawValue: "layer-violation")
  /// A dependency on a component of the same layer.
  package static let sidewaysDependency = Self(rawValue: "sideways-dependency")
  /// An exception to the layers for a dependency that is allowed, or does not exist.
  package static let unneededException = Self(rawValue: "unneeded-exception")

  // Recorded releases
  /// A record that does not match the tree of its release.
  package static let invalidRecord = Self(rawValue: "invalid-record")
  package static let checksumMismatch = Self(rawValue: "checksum-mismatch")
  /// A release that no changelog has an entry for.
  package static let noNotes = Self(rawValue: "no-notes")
  package static let noReason = Self(rawValue: "no-reason")
  /// A reason with control characters.
  package static let invalidReason = Self(rawValue: "invalid-reason")
  package static let reasonTooLong = Self(rawValue: "reason-too-long")
  package static let notLastRelease = Self(rawValue: "not-last-release")
  package static let alreadyPushed = Self(rawValue: "already-pushed")
  package static let releaseInUse = Self(rawValue: "release-in-use")

  // Writing
  package static let uncommittedChanges = Self(rawValue: "uncommitted-changes")
  package static let invalidTag = Self(rawValue: "invalid-tag")
  package static let tagExists = Self(rawValue: "tag-exists")
  /// A remote that did not take a tag.
  package static let tagsRefused = Self(rawValue: "tags-refused")
  package static let noRemote = Self(rawValue: "no-remote")
  /// A filter that git's attributes ask for failed.
  package static let filterFailed = Self(rawValue: "filter-failed")
  /// The program that signs for git failed.
  package static let signingFailed = Self(rawValue: "signing-failed")
  package static let locked = Self(rawValue: "locked")
  /// The branch moved after it was read, so the caller reads it again and starts over.
  package static let movedMeanwhile = Self(rawValue: "moved-meanwhile")
  /// The commit is written, but tags, index or files are not yet up to date.
  package static let notFinished = Self(rawValue: "not-finished")

  // Pins and the pinned tree
  package static let noScaffold = Self(rawValue: "no-scaffold")
  package static let severalScaffolds = Self(rawValue: "several-scaffolds")
  package static let unresolvable = Self(rawValue: "unresolvable")
  package static let yankedRelease = Self(rawValue: "yanked-release")
  package static let missingDependency = Self(rawValue: "missing-dependency")
  /// A checked-out tree that a person has changed.
  package static let editedTree = Self(rawValue: "edited-tree")
  package static let noProduct = Self(rawValue: "no-product")

  // Registries, mirrors and tokens
  package static let noRegistry = Self(rawValue: "no-registry")
  package static let invalidURL = Self(rawValue: "invalid-url")
  package static let insecureURL = Self(rawValue: "insecure-url")
  package static let noBaseURL = Self(rawValue: "no-base-url")
  package static let invalidReference = Self(rawValue: "invalid-reference")
  package static let scopeMismatch = Self(rawValue: "scope-mismatch")
  package static let invalidMetadata = Self(rawValue: "invalid-metadata")
  package static let mirrorMismatch = Self(rawValue: "mirror-mismatch")
  /// A release that depends on a component that could not be published.
  package static let dependencyNotPublished = Self(rawValue: "dependency-not-published")
  /// A release that depends on one that its repository lacks.
  package static let dependencyNotMirrored = Self(rawValue: "dependency-not-mirrored")
  /// A repository did not take what was pushed to it.
  package static let pushRefused = Self(rawValue: "push-refused")
  package static let unreachable = Self(rawValue: "unreachable")
  package static let unauthorized = Self(rawValue: "unauthorized")
  package static let forbidden = Self(rawValue: "forbidden")
  package static let tooManyRequests = Self(rawValue: "too-many-requests")
  /// A registry refused the request (4xx).
  package static let remoteRefusal = Self(rawValue: "remote-refusal")
  /// A registry failed to answer the request (5xx).
  package static let remoteFailure = Self(rawValue: "remote-failure")
  package static let invalidToken = Self(rawValue: "invalid-token")
  package static let openTokenFile = Self(rawValue: "open-token-file")
  package static let tokenExists = Self(rawValue: "token-exists")
  package static let unknownToken = Self(rawValue: "unknown-token")

  // The server
  /// A `Package.swift` could not be parsed in time; the sender may try again.
  package static let parserBusy = Self(rawValue: "parser-busy")
  package static let noServer = Self(rawValue: "no-server")
  /// An invalid value of an option, or of the variable in its place.
  package static let misconfigured = Self(rawValue: "misconfigured")
  package static let cannotListen = Self(rawValue: "cannot-listen")
  package static let unusableCertificate = Self(rawValue: "unusable-certificate")
  /// A branch that lacks or changes a record that the server has already served.
  package static let releasesTakenBack = Self(rawValue: "releases-taken-back")
}
