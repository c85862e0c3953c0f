/// The error codes of the operations and of the programs; those of what is below them are in
/// `OperationError+ValueCodes.swift`.
///
/// `component` makes the code of a failure that prevents the release of one component, `run` that of
/// one that ends the command. `Documentation/reference/error-codes.md` describes all of them;
/// `ErrorCodeTests` compares that page with both lists. A code never changes once it is released.
extension OperationError.Code {
  // The repository and its manifest
  package static let noManifest = run("no-manifest")
  package static let manifestOutside = run("manifest-outside")
  package static let bareRepository = run("bare-repository")
  package static let unbornBranch = run("unborn-branch")
  package static let unknownBranch = run("unknown-branch")
  package static let detachedHead = run("detached-head")
  package static let invalidBranch = run("invalid-branch")
  /// A branch that some working tree has checked out.
  package static let branchCheckedOut = run("branch-checked-out")
  /// A release branch with commits that no release made.
  package static let branchHasCommits = run("branch-has-commits")
  package static let shallowClone = component("shallow-clone")
  package static let operationInProgress = run("operation-in-progress")
  package static let otherRepository = run("other-repository")
  package static let notAFile = run("not-a-file")
  package static let notADirectory = run("not-a-directory")
  /// A recorded tree that this clone does not have.
  package static let missingTree = component("missing-tree")
  /// A folder for an export that has other things.
  package static let foreignFolder = run("foreign-folder")
  package static let inputOutput = run("input-output")
  package static let other = run("other")

  // A check of a package
  /// The history of what is checked has no tag of a version.
  package static let noVersionTag = run("no-version-tag")
  /// A file with accepted changes that cannot be read.
  package static let invalidAcceptance = run("invalid-acceptance")

  // Names and versions
  /// The name is not that of a rule by which public APIs are compared.
  package static let unknownRule = run("unknown-rule")
  package static let unknownComponent = component("unknown-component")
  package static let unknownRelease = component("unknown-release")
  package static let unrecordedVersion = component("unrecorded-version")
  package static let invalidVersion = component("invalid-version")
  package static let invalidPath = component("invalid-path")
  package static let collision = component("collision")
  /// A component that other components or apps depend on.
  package static let componentInUse = run("component-in-use")
  package static let pathTaken = run("path-taken")
  package static let unknownTemplate = run("unknown-template")
  package static let noVersion = component("no-version")
  package static let versionNotGreater = component("version-not-greater")
  /// A baseline for a component that has releases.
  package static let alreadyReleased = component("already-released")
  package static let versionTaken = component("version-taken")
  /// A version lower than the last release, which only git can release, on a branch of its own.
  package static let versionNotNewest = component("version-not-newest")
  /// A version too low for the changes of the public API.
  package static let versionTooLow = component("version-too-low")
  package static let nothingToAccept = component("nothing-to-accept")
  /// A release of one component of a fixed group alone.
  package static let groupMember = component("group-member")

  // What a release is made of
  package static let notAFolder = component("not-a-folder")
  package static let folderIsLink = component("folder-is-link")
  package static let noPackage = component("no-package")
  /// Files that are not a package that can be stored and built.
  package static let invalidPackage = component("invalid-package")
  /// A file that git itself reads, and that `git fsck --strict` refuses.
  package static let malformedGitFile = component("malformed-git-file")
  package static let notText = component("not-text")
  package static let largeFilePointer = component("large-file-pointer")
  package static let linkLeavesFolder = component("link-leaves-folder")
  package static let noRootFile = component("no-root-file")
  /// A file that a release is to write its version into, and cannot.
  package static let versionFile = component("version-file")
  package static let submoduleNeeded = component("submodule-needed")
  package static let nothingChanged = component("nothing-changed")
  /// The component's folder on the branch differs from its newest release.
  package static let unreleasedChanges = component("unreleased-changes")
  package static let dependencyNoComponent = component("dependency-no-component")
  /// A component that is never released, or is needed by one that is.
  package static let privateComponent = component("private-component")
  /// An internal component or release where a published one is expected.
  package static let internalComponent = component("internal-component")
  package static let dependencyUnreleased = component("dependency-unreleased")
  package static let dependencyCycle = component("dependency-cycle")
  package static let requirementUnmet = component("requirement-unmet")
  /// A component is due and was not released, whatever else was.
  package static let notReleased = component("not-released")
  package static let buildFailed = component("build-failed")
  package static let testsFailed = component("tests-failed")
  /// The compiler wrote no interface of a module.
  package static let noInterface = component("no-interface")
  /// A component for a system that cannot be built for here.
  package static let platformUnavailable = component("platform-unavailable")
  package static let noToolchain = run("no-toolchain")

  // Packages of a repository and their layers
  /// Nothing that could be a component.
  package static let noPackages = run("no-packages")
  /// A package at the root of the repository without a product.
  package static let rootPackage = component("root-package")
  /// No scope was named, and none follows from the repository.
  package static let noScope = run("no-scope")
  /// A dependency by path of an app on a package that is not committed.
  package static let appDependency = run("app-dependency")
  /// A dependency by URL on a package of the same repository.
  package static let ownRepository = component("own-repository")
  package static let noLicence = component("no-licence")
  /// A dependency on a layer that the component's layer may not use.
  package static let layerViolation = component("layer-violation")
  /// A dependency on a component of the same layer.
  package static let sidewaysDependency = component("sideways-dependency")
  /// An exception to the layers for a dependency that is allowed, or does not exist.
  package static let unneededException = run("unneeded-exception")

  // Targets that become packages
  package static let unknownTarget = run("unknown-target")
  /// The extraction would move more targets than it was asked for.
  package static let moreTargets = run("more-targets")
  /// Declarations with `package` access that others use from outside of the package.
  package static let packageAccess = run("package-access")
  /// A module that is imported without a dependency on it.
  package static let undeclaredImport = run("undeclared-import")
  /// Files that git would ignore or convert otherwise at another place.
  package static let rulesOfGit = run("rules-of-git")
  /// A dependency by the URL of a place on one machine.
  package static let localURL = run("local-url")

  // Recorded releases
  /// A record that does not match the tree of its release.
  package static let invalidRecord = component("invalid-record")
  package static let checksumMismatch = component("checksum-mismatch")
  /// A release that no changelog has an entry for.
  package static let noNotes = run("no-notes")
  /// A change without a text for the changelog that was asked for.
  package static let noChangeNote = run("no-change-note")
  /// A file among the change notes that is not one.
  package static let invalidChangeNote = run("invalid-change-note")
  package static let noReason = run("no-reason")
  /// A reason with control characters.
  package static let invalidReason = run("invalid-reason")
  package static let reasonTooLong = run("reason-too-long")
  package static let notLastRelease = run("not-last-release")
  package static let alreadyPushed = run("already-pushed")
  package static let releaseInUse = run("release-in-use")

  // Writing
  package static let uncommittedChanges = component("uncommitted-changes")
  package static let invalidTag = component("invalid-tag")
  package static let tagExists = component("tag-exists")
  /// A remote that did not take a tag.
  package static let tagsRefused = run("tags-refused")
  package static let noRemote = run("no-remote")
  /// A filter that git's attributes ask for failed.
  package static let filterFailed = run("filter-failed")
  /// The program that signs for git failed.
  package static let signingFailed = run("signing-failed")
  /// A release without the signature that the manifest requires.
  package static let notSigned = run("not-signed")
  package static let locked = run("locked")
  /// The branch moved after it was read, so the caller reads it again and starts over.
  package static let movedMeanwhile = run("moved-meanwhile")
  /// The commit is written, but tags, index or files are not yet up to date.
  package static let notFinished = run("not-finished")

  // Pins and the pinned tree
  package static let noApp = run("no-app")
  package static let severalApps = run("several-apps")
  package static let unresolvable = component("unresolvable")
  package static let yankedRelease = run("yanked-release")
  package static let missingDependency = component("missing-dependency")
  /// A checked-out tree that a person has changed.
  package static let editedTree = run("edited-tree")
  package static let noProduct = run("no-product")

  // Registries, mirrors and tokens
  package static let noRegistry = run("no-registry")
  package static let invalidURL = run("invalid-url")
  package static let insecureURL = run("insecure-url")
  package static let noBaseURL = run("no-base-url")
  package static let invalidReference = run("invalid-reference")
  package static let scopeMismatch = run("scope-mismatch")
  package static let invalidMetadata = run("invalid-metadata")
  package static let mirrorMismatch = run("mirror-mismatch")
  /// A release that depends on a component that could not be published.
  package static let dependencyNotPublished = run("dependency-not-published")
  /// A release that depends on one that its repository lacks.
  package static let dependencyNotMirrored = run("dependency-not-mirrored")
  /// A repository did not take what was pushed to it.
  package static let pushRefused = run("push-refused")
  package static let unreachable = run("unreachable")
  package static let unauthorized = run("unauthorized")
  package static let forbidden = run("forbidden")
  package static let tooManyRequests = run("too-many-requests")
  /// A registry refused the request (4xx).
  package static let remoteRefusal = run("remote-refusal")
  /// A registry failed to answer the request (5xx).
  package static let remoteFailure = run("remote-failure")
  package static let invalidToken = run("invalid-token")
  package static let openTokenFile = run("open-token-file")
  package static let tokenExists = run("token-exists")
  package static let unknownToken = run("unknown-token")

  // The server
  /// A `Package.swift` could not be parsed in time; the sender may try again.
  package static let parserBusy = run("parser-busy")
  package static let noServer = run("no-server")
  /// An invalid value of an option, or of the variable in its place.
  package static let misconfigured = run("misconfigured")
  package static let cannotListen = run("cannot-listen")
  package static let unusableCertificate = run("unusable-certificate")
  /// A branch that lacks or changes a record that the server has already served.
  package static let releasesTakenBack = run("releases-taken-back")
}

/// The error codes of git, of programs of the system, and of the texts, files and archives that are read.
extension OperationError.Code {
  // Git
  package static let notFound = run("not-found")
  package static let alreadyExists = run("already-exists")
  package static let ambiguous = run("ambiguous")
  package static let invalid = run("invalid")
  /// A reference no longer has the value that the update expected.
  package static let moved = run("moved")
  package static let notARepository = run("not-a-repository")
  package static let foreignOwner = run("foreign-owner")
  /// A repository that is not only a copy of another one, as it must be.
  package static let notACopy = run("not-a-copy")
  package static let unsupportedRepository = run("unsupported-repository")
  package static let noIdentity = run("no-identity")
  package static let wrongKind = run("wrong-kind")
  /// An object's bytes are not what its name or its format promises.
  package static let corrupt = run("corrupt")
  /// A name, link or mode in a tree that must not be written to a disk.
  package static let hostileTree = component("hostile-tree")
  /// The git program, which said why.
  package static let gitFailed = run("git-failed")

  // Programs
  /// A program of the system that is not there.
  package static let noProgram = run("no-program")
  /// A program that was ended by a signal, or could not be spoken to.
  package static let toolEnded = run("tool-ended")

  // Values
  package static let invalidValue = component("invalid-value")
  package static let invalidName = component("invalid-name")
  package static let versionTooLong = component("version-too-long")
  package static let invalidPrerelease = component("invalid-prerelease")
  package static let unsatisfiableRequirement = component("unsatisfiable-requirement")
  /// Edits that do not fit the bytes they are applied to.
  package static let invalidEdits = component("invalid-edits")

  // The registry's files
  package static let malformedJSON = component("malformed-json")
  package static let mergeConflict = component("merge-conflict")
  package static let duplicateKey = component("duplicate-key")
  package static let unknownKey = component("unknown-key")
  package static let missingKey = component("missing-key")
  package static let wrongType = component("wrong-type")
  package static let unknownSchema = component("unknown-schema")
  package static let unknownApp = run("unknown-app")
  package static let unknownLayer = run("unknown-layer")
  package static let layerCycle = run("layer-cycle")
  package static let conflictingRecords = component("conflicting-records")

  // Manifests of packages
  /// The text is not a Swift file: too large, not UTF-8, nested too deeply or with syntax errors.
  package static let malformed = component("malformed")
  /// The manifest has no tools version, or one that the package manager does not take either.
  package static let invalidToolsVersion = component("invalid-tools-version")
  /// Something that matters is computed, and only running the manifest would tell.
  package static let tooDynamic = component("too-dynamic")
  /// A path dependency that points outside the repository.
  package static let outsideRepository = component("outside-repository")
  /// A name that two package dependencies answer to.
  package static let ambiguousReference = component("ambiguous-reference")
  /// A product that the package it is said to come from does not have.
  package static let unknownProduct = component("unknown-product")
  /// A published form that the tools version of the manifest cannot express.
  package static let toolsVersionTooOld = component("tools-version-too-old")
  /// A dependency by branch or revision, which no release can have.
  package static let unversionedDependency = component("unversioned-dependency")
  /// Compiler flags that no package may have that others depend on by version.
  package static let unsafeFlags = component("unsafe-flags")
  /// A manifest that the toolchain does not evaluate, or not in time, or that does more than it should.
  package static let notEvaluated = run("not-evaluated")

  // Archives
  /// The file is not a zip archive, is damaged, or can be read in two ways.
  package static let damagedArchive = run("damaged-archive")
  /// Neither a file, a folder nor a link, or one that cannot be stored as it is.
  package static let unsupportedEntry = run("unsupported-entry")
  /// A symbolic link that leaves the archive, or could.
  package static let invalidLink = component("invalid-link")
  /// The content has more entries or bytes than the limit.
  package static let tooLarge = component("too-large")
}
