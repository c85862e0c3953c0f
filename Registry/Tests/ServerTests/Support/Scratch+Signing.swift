import Base
import Foundation
import Content
import Model
import Releases
import Versions
import ScratchCertificates
import ScratchMonorepos
import ScratchRepositories

extension Scratch {
  /// Makes a release that is signed by a key and its certificates, as git's configuration names them.
  func bumpSigned(_ name: String, _ version: String, _ signer: ScratchSigner) throws {
    let file = "\(path)-key.pem"
    try signer.text.write(toFile: file, atomically: true, encoding: .utf8)
    defer { try? FileManager.default.removeItem(atPath: file) }
    var release = MakeReleases(
      component: name,
      version: .exactly(try SemanticVersion(version)),
      context: .test()
    )
    release.signer = try ReleaseSigner(
      key: file,
      in: workspace(),
      limit: .seconds(60),
      checks: { $0.map { _ in nil } }
    )
    _ = try release.run(in: workspace())
  }
}
