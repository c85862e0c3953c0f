import Base
import Content
import Git
import ManifestEditor
import Model
import Versions

/// The signatures of the recorded releases, and what is wrong with them.
struct SignatureFindings {
  /// In memory at once, with their archives.
  private static let batch = 8

  private let checks: SignatureChecks
  private(set) var findings: [Finding] = []
  /// The releases whose signatures can be read.
  private var signed: [Signed] = []

  fileprivate struct Signed: Sendable {
    let component: ComponentName
    let release: Release
    let signature: ReleaseSignature
  }

  /// How many releases are signed.
  var count: Int { signed.count }

  /// - Parameters:
  ///   - tree: Of the commit.
  ///   - hasRoots: Whether signatures must lead to certain certificates.
  init(
    of logs: [ComponentName: ReleaseLog],
    _ manifest: Manifest,
    in tree: ObjectID,
    hasRoots: Bool,
    checks: @escaping SignatureChecks,
    _ workspace: borrowing Workspace
  ) throws {
    self.checks = checks
    let folders = try workspace.signatureFolders(in: tree)
    for (name, log) in logs {
      let folder = folders[name.text]
      var known: Set<String> = []
      for release in log.releases {
        guard let archive = release.archive else { continue }
        known.insert(ReleaseSignature.fileName(of: archive))
        if release.upload != nil { known.insert(ReleaseSignature.uploadName(of: archive)) }
        do {
          let signature = try workspace.repository.signature(of: release, in: folder)
          if let signature {
            signed.append(Signed(component: name, release: release, signature: signature))
          } else if manifest.requiresSignatures {
            findings.append(
              Finding(
                .missingSignature,
                "the release is not signed",
                of: name,
                release.version,
                severity: .note,
                help: "sign it with 'registry sign \(name) \(release.version)'"
              )
            )
          }
        } catch {
          findings.append(Finding(OperationError(error), of: name, release.version))
        }
      }
      let files = try folder.map { try workspace.repository.entries(of: $0).map(\.name) } ?? []
      strays(of: files.filter { !known.contains($0) }, at: "\(workspace.signaturesPath)/\(name)")
    }
    let unknown = folders.keys.filter { name in !logs.keys.contains { $0.text == name } }
    strays(of: unknown.sorted(), at: workspace.signaturesPath.string)
    if !signed.isEmpty, !hasRoots {
      findings.append(
        Finding(
          .anyRoot,
          "signatures are checked without trusted roots: any certificate may have made them",
          severity: .note,
          help: "list the roots with 'registry set signingRoots FILE', or name them with '--roots'"
        )
      )
    }
  }

  private mutating func strays(of files: [String], at folder: String) {
    findings += files.map { file in
      Finding(
        .unknownFile,
        "'\(folder)/\(file)' belongs to no release",
        help: "remove it: nothing reads it"
      )
    }
  }

  /// Checks all signatures, some at once on all processors.
  func faults(in repository: borrowing Repository) throws -> [Finding] {
    let checks = checks
    let batches = stride(from: 0, to: signed.count, by: Self.batch).map { start in
      Array(signed[start..<min(start + Self.batch, signed.count)])
    }
    let found = batches.concurrentMap(reading: repository.gitDirectory) { batch, repository in
      var (findings, items) = ([Finding](), [SignatureCheck]())
      var places: [(release: Signed, name: String)] = []
      for release in batch {
        do {
          for (name, check) in try release.checks(in: repository) {
            guard let check else {
              findings.append(release.finding("'\(name)' is not signed"))
              continue
            }
            items.append(check)
            places.append((release, name))
          }
        } catch {
          findings.append(
            Finding(OperationError(error), of: release.component, release.release.version)
          )
        }
      }
      var faults: [(release: Signed, names: [String], fault: String)] = []
      for (place, fault) in zip(places, try checks(items)) {
        guard let fault else { continue }
        // What is wrong with the certificate is wrong with all that it signed.
        if let last = faults.last, last.fault == fault, last.release.isSame(as: place.release) {
          faults[faults.count - 1].names.append(place.name)
        } else {
          faults.append((place.release, [place.name], fault))
        }
      }
      return findings
        + faults.map { $0.release.finding("\($0.names.joined(separator: ", ")): \($0.fault)") }
    }
    return try found.flatMap { try $0.get() }
  }
}

extension SignatureFindings.Signed {
  /// Returns the checks by the names of what was signed; `nil` for a manifest without a signature.
  fileprivate func checks(
    in repository: borrowing Repository
  ) throws -> [(name: String, check: SignatureCheck?)] {
    let published = try PublishedRelease(component: component, release: release)
    var archive: [UInt8] = []
    _ = try published.written(from: repository) { archive += $0 }
    var checks: [(String, SignatureCheck?)] = [
      ("the archive", SignatureCheck(signature.archive, of: archive, at: signature.date))
    ]
    let manifests = try published.servedManifests(signature, from: repository)
    for (file, bytes) in manifests.sorted(by: { $0.key.name < $1.key.name }) {
      let own = try ManifestSignature(of: bytes)
      checks.append(
        (file.name, own.map { SignatureCheck($0.bytes, of: $0.content, at: signature.date) })
      )
    }
    return checks
  }

  fileprivate func isSame(as other: Self) -> Bool {
    component == other.component && release.version == other.release.version
  }

  fileprivate func finding(_ message: String) -> Finding {
    Finding(.invalidSignature, message, of: component, release.version)
  }
}
