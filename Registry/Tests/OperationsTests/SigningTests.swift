import Base
import Model
import Foundation
import ScratchMonorepos
import ScratchRepositories
import Testing

/// The time that a program has to sign a commit.
@Suite(.scratchRepository)
struct SigningTests {
  let scratch = Scratch.current

  @Test(arguments: ["exec sleep 1000", "exec 2>&-; exec sleep 1000"])
  func `a program that hangs is stopped, and nothing is written`(script: String) throws {
    try scratch.makeMonorepo(["Menu"])
    let program = "\(scratch.folder)/sign"
    try Data("#!/bin/sh\n\(script)\n".utf8).write(to: URL(filePath: program))
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: program)
    try scratch.git("config", "commit.gpgSign", "true")
    try scratch.git("config", "gpg.program", program)
    let tip = try scratch.git("rev-parse", "HEAD")
    var context = WriteContext.test()
    context.signingLimit = .milliseconds(100)
    let error = #expect(throws: OperationError.self) {
      try scratch.bump("Menu", "1.0.0", context: context)
    }
    #expect(error?.code == .signingFailed)
    #expect(error?.message.hasSuffix("did not finish within 0 s") == true)
    #expect(try scratch.git("rev-parse", "HEAD") == tip)
    #expect(try scratch.git("tag") == "")
    #expect(try scratch.git("status", "--short") == "")
  }
}
