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
  package static let unknownApp = run("unknown-scaffold")
  package static let unknownLayer = run("unknown-layer")
  package static let layerCycle = run("layer-cycle")
  package static let conflictingRecords = component("conflicting-records")

  // Manifests of packages
  /// Not a Swift file at all: too large, not UTF-8, nested too deeply or with syntax errors.
  package static let malformed = component("malformed")
  /// No tools version, or one that the package manager does not take either.
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
  /// Not a zip archive, a damaged one, or one that can be read in two ways.
  package static let damagedArchive = run("damaged-archive")
  /// Neither a file, a folder nor a link, or one that cannot be stored as it is.
  package static let unsupportedEntry = run("unsupported-entry")
  /// A symbolic link that leaves the archive, or could.
  package static let invalidLink = component("invalid-link")
  /// More entries or bytes than the limit.
  package static let tooLarge = component("too-large")
}
