import Base
import Certificates
import Git
import ManifestEditor
import Model
import HTTPTypes

/// The signatures of an upload: of its archive, of each manifest in it, and of its metadata.
struct SignedUpload: Sendable {
  /// What is recorded of them.
  let record: ReleaseSignature

  private let checker: SignatureChecker
  private let items: [Item]

  private struct Item: Sendable {
    let name: String
    let signature: [UInt8]
    let content: [UInt8]
  }

  /// - Parameter isRequired: Whether signatures are required even if the manifest does not say so.
  /// - Returns: `nil` for an upload without signatures.
  /// - Throws: If there are none and there must be, or a manifest has none.
  init?(
    _ submission: PublishDesk.Submission,
    _ isRequired: Bool,
    in workspace: borrowing Workspace
  ) throws {
    guard let tip = try workspace.currentHead().tip else { throw OperationError.noCommit() }
    let manifest = try workspace.state(at: tip).manifest
    guard let signature = submission.signature else {
      guard isRequired || manifest.requiresSignatures else { return nil }
      throw Self.refusal("this registry takes only signed releases, and this one is not signed")
    }
    var items = [Item(name: "the archive", signature: signature, content: submission.archive)]
    if let metadata = submission.metadata, let signature = submission.metadataSignature {
      items.append(Item(name: "the metadata", signature: signature, content: metadata))
    }
    for file in try UnpackedArchive(zip: submission.archive).files
    where ManifestFileName(file.path) != nil {
      guard let own = try ManifestSignature(of: file.content) else {
        // Clients refuse it, and only when they use it.
        throw Self.refusal("the archive is signed, and '\(file.path)' in it is not")
      }
      items.append(Item(name: "'\(file.path)'", signature: own.bytes, content: own.content))
    }
    let roots = try workspace.signingRoots(of: manifest, in: workspace.repository.commit(tip).tree)
    self.items = items
    record = ReleaseSignature(date: try WriteContext().now(), archive: signature)
    do throws(SignatureFault) {
      checker = try SignatureChecker(roots: roots)
    } catch {
      throw OperationError(.unusableCertificate, error.message)
    }
  }

  /// Throws for a signature that is not valid now.
  func check() async throws {
    for item in items {
      do throws(SignatureFault) {
        try await checker.check(item.signature, of: item.content, at: record.date)
      } catch {
        throw Self.refusal("\(item.name): \(error.message)")
      }
    }
  }

  private static func refusal(_ message: String) -> Problem {
    Problem(.unprocessableContent, message)
  }
}
