import ArgumentParser
import Base
import Certificates
import Content
import Model
import SystemPackage

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// Checks signatures for `registry`, which is not linked with what reads certificates.
@main
struct SignaturesProgram: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: SignatureProgram.name,
    abstract: "Check signatures of releases for 'registry'.",
    usage: "registry-signatures <request>",
    discussion: """
      Reads a request in JSON from a file, and prints for each signature what is wrong with it. \
      'registry verify' and the commands that sign run it; it is of no other use.
      """,
    version: ProgramVersion.text(of: SignatureProgram.name)
  )

  @Argument(help: "A file with the request.", completion: .file())
  var request: String

  func run() async throws {
    let bytes = try LocalFile.read(request) ?? []
    guard let request = try? JSONDecoder().decode(SignatureRequest.self, from: Data(bytes)) else {
      throw ValidationError("'\(request)' is not a request")
    }
    let checker: SignatureChecker
    do throws(SignatureFault) {
      checker = try SignatureChecker(roots: request.roots?.map { Array($0) })
    } catch {
      throw ValidationError(error.message)
    }
    var faults: [String?] = []
    for item in request.items {
      guard let file = item.file else {
        faults.append(nil)
        continue
      }
      guard let content = try LocalFile.read(file) else {
        throw ValidationError("there is no file '\(file)'")
      }
      let (signature, date) = (Array(item.signature), try item.date)
      do throws(SignatureFault) {
        try await checker.check(signature, of: content, at: date)
        faults.append(nil)
      } catch {
        faults.append(error.message)
      }
    }
    let answer = SignatureRequest.Answer(
      faults: faults,
      signers: request.items.map { SignatureChecker.signer(of: Array($0.signature)) }
    )
    try LocalFile.write(Array(JSONEncoder().encode(answer)), to: .standardOutput, "standard output")
  }
}
