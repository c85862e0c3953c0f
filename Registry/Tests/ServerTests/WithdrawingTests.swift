import Base
import Foundation
import Git
import Model
import Server
import Sharing
import Versions
import HTTPTypes
import ScratchMonorepos
import ScratchRepositories
import Testing

/// What is withdrawn over HTTP.
@Suite(.scratchRepository)
struct WithdrawingTests {
  let scratch = Scratch.current

  @Test func `a release is withdrawn in a bare repository too`() async throws {
    try scratch.makeMonorepo()
    try scratch.bump("Menu", "1.0.0")
    let bare = scratch.folder + "/bare"
    try scratch.git("clone", "-q", "--bare", ".", bare)
    let token = try scratch.token([.yank])
    try FileManager.default.copyItem(
      atPath: "\(scratch.path)/.git/registry-tokens.json",
      toPath: "\(bare)/registry-tokens.json"
    )
    let served = try Served(directory: bare)
    let headers: HTTPFields = [.authorization: "Bearer \(token)"]
    let url = "/cookr/Menu/1.0.0?reason=cold"
    #expect(try await served.answer(url, .delete, headers: headers).status == 204)
    #expect(try await served.answer("/cookr/Menu").text.contains("cold"))
  }

  @Test func `a reason to withdraw has at most 500 characters`() async throws {
    let served = try scratch.served()
    let headers: HTTPFields = [.authorization: "Bearer \(try scratch.token([.yank]))"]
    func status(_ count: Int) async throws -> Int {
      let reason = String(repeating: "x", count: count)
      let url = "/cookr/Menu/1.0.0?reason=\(reason)"
      return try await served.answer(url, .delete, headers: headers).status
    }
    #expect(try await status(501) == 422)
    #expect(try await status(500) == 204)
  }

  @Test func `a reason to withdraw has no control characters`() async throws {
    let served = try scratch.served()
    let headers: HTTPFields = [.authorization: "Bearer \(try scratch.token([.yank]))"]
    for character in ["%00", "%1B%5B31m", "%C2%9B"] {
      let url = "/cookr/Menu/1.0.0?reason=cold\(character)"
      let answer = try await served.answer(url, .delete, headers: headers)
      #expect(answer.status == 422)
      #expect(
        answer.problem == """
          the reason for withdrawing 'Menu' 1.0.0 contains a control character; write it as plain text
          """
      )
    }
    let url = "/cookr/Menu/1.0.0?reason=too%0Acold%09"
    #expect(try await served.answer(url, .delete, headers: headers).status == 204)
    #expect(try scratch.log(of: "Menu").yank(of: SemanticVersion("1.0.0"))?.reason == "too cold")
  }

  @Test func `a release is withdrawn over HTTP by whoever may`() async throws {
    let served = try scratch.served()
    let token = try scratch.token([.yank])
    let headers: HTTPFields = [.authorization: "Bearer \(token)"]
    let url = "/cookr/Menu/1.0.0"
    #expect(try await served.answer(url, .delete, headers: headers).status == 422)
    #expect(try await served.answer("\(url)?reason=It%20burns", .delete).status == 401)
    let answer = try await served.answer("\(url)?reason=It%20burns", .delete, headers: headers)
    #expect(answer.status == 204)
    #expect(try scratch.log(of: "Menu").yank(of: SemanticVersion("1.0.0"))?.reason == "It burns")
    #expect(try await served.answer("/cookr/Menu").text.contains("It burns"))
    #expect(try await Publication().send(to: served, token: token).status == 403)
  }
}
