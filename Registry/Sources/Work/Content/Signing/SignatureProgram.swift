import Base
package import Model

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The program `registry-signatures`, which checks signatures, so that this one is not linked with
/// what reads certificates.
package struct SignatureProgram: Sendable {
  package static let name = "registry-signatures"

  /// In DER; `nil` to trust any root.
  private let roots: [[UInt8]]?
  /// Checking takes a fraction of a second; the files may come from a slow disk.
  private static let limit: Duration = .seconds(300)

  package init(roots: [[UInt8]]?) {
    self.roots = roots
  }

  /// What is wrong with each of the signatures; `nil` if it is valid.
  @Sendable
  package func check(_ checks: [SignatureCheck]) throws -> [String?] {
    if checks.isEmpty { return [] }
    let folder = try TemporaryFolder()
    var items: [SignatureRequest.Item] = []
    for (index, check) in checks.enumerated() {
      let file = "\(folder.path)/\(index)"
      try LocalFile.update(file, to: check.content)
      items.append(.init(file: file, signature: check.signature, date: check.date))
    }
    return try answer(to: items, in: folder).faults
  }

  /// The subjects of the certificates that signatures name, which are not checked; `nil` where one
  /// names none.
  package func signers(of signatures: [ReleaseSignature]) throws -> [String?] {
    if signatures.isEmpty { return [] }
    let items = signatures.map {
      SignatureRequest.Item(file: nil, signature: $0.archive, date: $0.date)
    }
    return try answer(to: items, in: TemporaryFolder()).signers
  }

  private func answer(
    to items: [SignatureRequest.Item],
    in folder: borrowing TemporaryFolder
  ) throws -> SignatureRequest.Answer {
    let request = SignatureRequest(roots: roots?.map { Data($0) }, items: items)
    let (input, output) = ("\(folder.path)/request", "\(folder.path)/answer")
    try LocalFile.update(input, to: Array(JSONEncoder().encode(request)))
    let outcome = try Self.tool(for: input)
      .runAsFilter(input: nil, output: output, limit: Self.limit)
    let bytes = try LocalFile.read(output) ?? []
    let answer = try? JSONDecoder().decode(SignatureRequest.Answer.self, from: Data(bytes))
    guard outcome.status == 0, let answer, answer.faults.count == items.count,
      answer.signers.count == items.count
    else {
      let words = outcome.output.split(whereSeparator: \.isNewline).first.map { ": \($0)" } ?? ""
      throw OperationError(
        .signingFailed,
        "'\(Self.name)' ended with the exit status \(outcome.status)\(words)",
        help: "install the version of '\(Self.name)' that belongs to this program"
      )
    }
    return answer
  }

  /// Throws if the program is not installed.
  package static func checkAvailability() throws {
    _ = try tool(for: "--version").run()
  }

  private static func tool(for request: String) -> ToolProcess {
    let own = CurrentProcess.ownFolder.map { "\($0)/\(Self.name)" }
    return ToolProcess(
      program: own.flatMap { LocalFile.isExecutable($0) ? $0 : nil } ?? Self.name,
      arguments: [request],
      need: "which checks signatures, or run 'make install-signatures' in a clone of this tool"
    )
  }
}
