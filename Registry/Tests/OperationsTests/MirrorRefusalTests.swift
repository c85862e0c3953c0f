import Base
import Mirror
import Model
import Releases
import Versions
import Foundation
import ScratchMonorepos
import ScratchRepositories
import Testing

/// Repositories that do not take everything that is pushed to them.
@Suite(.scratchRepository)
struct MirrorRefusalTests {
  private let scratch = Scratch.current
  private var folder: String { scratch.folder + "/server" }

  private func mirror() throws -> MirrorReleases.Result {
    try MirrorReleases(
      to: MirrorTarget("file://" + folder),
      options: MirrorReleases.Options(base: "https://git.example.com/mirror"),
      context: .test()
    ).run(in: scratch.workspace())
  }

  private func makeRepositories() throws {
    try scratch.makeMonorepo()
    for name in ["Kitchen", "Menu"] {
      try scratch.git("init", "-q", "--bare", "-b", "main", "\(folder)/\(name).git")
      try scratch.bump(name, "1.0.0")
    }
  }

  /// - Parameter script: `nil` for no hook.
  private func setHook(_ name: String, _ script: String?) throws {
    let path = "\(folder)/Menu.git/hooks/\(name)"
    guard let script else { return try FileManager.default.removeItem(atPath: path) }
    try Data("#!/bin/sh\n\(script)\n".utf8).write(to: URL(filePath: path))
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: path)
  }

  private func references() throws -> [String] {
    try scratch.git("--git-dir", "\(folder)/Menu.git", "for-each-ref", "--format=%(refname)")
      .split(separator: "\n").map(String.init)
  }

  @Test func `a protected repository is named, and the next run does it`() throws {
    try makeRepositories()
    try setHook("pre-receive", "echo 'main is protected' >&2; exit 1")
    let result = try mirror()
    #expect(result.components.map(\.name.text) == ["Kitchen"])
    #expect(
      result.failures.map(\.error.message) == [
        "'file://\(folder)/Menu.git' refused 'refs/tags/1.0.0' and 1 more of 2: pre-receive hook"
          + " declined: main is protected"
      ]
    )
    #expect(result.failures.first?.error.code == .pushRefused)
    #expect(try references() == [])
    try setHook("pre-receive", nil)
    #expect(try mirror().components.map(\.written.count) == [0, 1])
    #expect(try references() == ["refs/heads/main", "refs/tags/1.0.0"])
  }

  /// One push would bring clients a release without what it depends on.
  @Test func `a dependent is not pushed before what it depends on`() throws {
    try scratch.makeApp()
    for name in ["Kitchen", "Menu"] {
      try scratch.git("init", "-q", "--bare", "-b", "main", "\(folder)/\(name).git")
    }
    try setHook("update", "exit 1")
    let result = try mirror()
    #expect(result.components.map(\.name.text) == [])
    #expect(result.failures.map(\.error.code) == [.dependencyNotMirrored, .pushRefused])
    #expect(try scratch.git("--git-dir", "\(folder)/Kitchen.git", "for-each-ref") == "")
    // What is refused besides the release keeps no client from it.
    try setHook("update", "test \"$1\" != refs/heads/main")
    #expect(try mirror().failures.map(\.error.code) == [.pushRefused])
    #expect(try references() == ["refs/tags/1.0.0"])
    #expect(
      try scratch.git("--git-dir", "\(folder)/Kitchen.git", "for-each-ref", "--format=%(refname)")
        == "refs/heads/main\nrefs/tags/1.0.0"
    )
  }

  @Test func `of ten tags all but the one that is refused are there`() throws {
    try makeRepositories()
    for minor in 1..<10 {
      try scratch.change("Menu")
      try scratch.bump("Menu", "1.\(minor).0")
    }
    try setHook("update", "test \"$1\" != refs/tags/1.4.0")
    let result = try mirror()
    #expect(
      result.failures.map(\.error.message) == [
        "'file://\(folder)/Menu.git' refused 'refs/tags/1.4.0' of 11: hook declined"
      ]
    )
    #expect(try references().count == 10)
    try setHook("update", nil)
    #expect(
      try mirror().components.last?.written.map(\.description) == ["1.4.0"]
    )
    #expect(try references().count == 11)
  }

  /// Some servers judge a push as a whole: one reference that they refuse keeps all others out.
  ///
  /// - Parameter pattern: As the shell has it.
  private func refuseWholePushes(with pattern: String) throws {
    try setHook(
      "pre-receive",
      """
      while read -r old new name; do
        case "$name" in \(pattern)) echo "$name is protected" >&2; exit 1 ;; esac
      done
      """
    )
  }

  @Test(arguments: ["refs/tags/1.0.0", "refs/tags/1.4.0", "refs/tags/1.9.0", "refs/heads/main"])
  func `of a push that is refused as a whole, all but the reason for it is there`(
    reference: String
  ) throws {
    try makeRepositories()
    for minor in 1..<10 {
      try scratch.change("Menu")
      try scratch.bump("Menu", "1.\(minor).0")
    }
    try refuseWholePushes(with: reference)
    // The second run has nothing but this left.
    for all in [11, 1] {
      let result = try mirror()
      #expect(
        result.failures.map(\.error.message) == [
          "'file://\(folder)/Menu.git' refused '\(reference)' of \(all): pre-receive hook declined:"
            + " \(reference) is protected"
        ]
      )
      #expect(result.components.map(\.name.text) == ["Kitchen"])
      #expect(try references().count == 10)
      #expect(try !references().contains(reference))
    }
    try setHook("pre-receive", nil)
    #expect(try mirror().failures == [])
    #expect(try references().count == 11)
  }

  @Test func `many that are refused keep no other out`() throws {
    try makeRepositories()
    for minor in 1..<10 {
      try scratch.change("Menu")
      try scratch.bump("Menu", "1.\(minor).0")
    }
    try refuseWholePushes(with: "refs/tags/1.[0-3].0")
    #expect(
      try mirror().failures.map(\.error.message) == [
        "'file://\(folder)/Menu.git' refused 'refs/tags/1.0.0' and 3 more of 11: pre-receive hook"
          + " declined: refs/tags/1.0.0 is protected"
      ]
    )
    #expect(try references().count == 7)
  }

  @Test func `a branch that must not be moved keeps no tag out`() throws {
    try makeRepositories()
    #expect(try mirror().failures == [])
    let main = try scratch.git("--git-dir", "\(folder)/Menu.git", "rev-parse", "main")
    try refuseWholePushes(with: "refs/heads/main")
    for minor in 1..<3 {
      try scratch.change("Menu")
      try scratch.bump("Menu", "1.\(minor).0")
    }
    #expect(
      try mirror().failures.map(\.error.message) == [
        "'file://\(folder)/Menu.git' refused 'refs/heads/main' of 3: pre-receive hook declined:"
          + " refs/heads/main is protected"
      ]
    )
    #expect(try references().count == 4)
    #expect(try scratch.git("--git-dir", "\(folder)/Menu.git", "rev-parse", "main") == main)
    try setHook("pre-receive", nil)
    #expect(try mirror().components.last?.written == [])
    #expect(try scratch.git("--git-dir", "\(folder)/Menu.git", "rev-parse", "main") != main)
  }

  @Test func `a withdrawn release keeps its tag where nothing may take its place`() throws {
    try makeRepositories()
    #expect(try mirror().failures == [])
    _ = try YankRelease(
      component: "Menu",
      version: SemanticVersion("1.0.0"),
      reason: "cold",
      context: .test()
    ).run(in: scratch.workspace())
    try setHook("update", "case $1 in refs/yanked/*) exit 1 ;; esac")
    #expect(
      try mirror().failures.map(\.error.message) == [
        "'file://\(folder)/Menu.git' refused 'refs/yanked/1.0.0' of 2: hook declined"
      ]
    )
    #expect(try references() == ["refs/heads/main", "refs/tags/1.0.0"])
    try setHook("update", nil)
    #expect(try mirror().failures == [])
    #expect(try references() == ["refs/heads/main", "refs/yanked/1.0.0"])
  }

  @Test func `what cannot be reached is named, and stops no other`() throws {
    try makeRepositories()
    try FileManager.default.moveItem(atPath: "\(folder)/Menu.git", toPath: "\(folder)/away")
    let result = try mirror()
    #expect(result.components.map(\.name.text) == ["Kitchen"])
    #expect(
      result.failures.map(\.error.message) == [
        "cannot reach 'file://\(folder)/Menu.git': '\(folder)/Menu.git' does not appear to be a git"
          + " repository"
      ]
    )
    try FileManager.default.moveItem(atPath: "\(folder)/away", toPath: "\(folder)/Menu.git")
    #expect(try mirror().components.map(\.written.count) == [0, 1])
  }
}
