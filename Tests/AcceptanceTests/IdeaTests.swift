import Foundation
import ProgramTesting
import Testing

/// Documentation/project/the-idea.md, typed as it stands.
@Suite(.freshHome, .timeLimit(.minutes(10)))
struct IdeaTests {
  private struct Block {
    let language: String
    let text: String
  }

  private static func blocks(of page: String) throws -> [Block] {
    try String(contentsOfFile: Repository.path(page), encoding: .utf8)
      .matches(of: #/(?ms)^```(\w+)\n(.*?)^```$/#)
      .map { Block(language: String($0.1), text: String($0.2)) }
  }

  private static let component = "Scaffold/hello/Greeting/GreetingFlow.swift"
  private static let scaffold = "Scaffold/hello/main.swift"

  private let texts: [String]
  private let patch: String
  private let sessions: [String]

  init() throws {
    let blocks = try Self.blocks(of: "Documentation/project/the-idea.md")
    texts = blocks.filter { $0.language == "swift" }.map(\.text)
    patch = try #require(blocks.first { $0.language == "diff" }).text
    sessions = blocks.filter { $0.text.hasPrefix("$ swift run hello\n") }.map(\.text)
  }

  @Test func `the component and the scaffold are those of the page, and of the readme`() throws {
    let files = try [Self.component, Self.scaffold].map {
      try String(contentsOfFile: Repository.path($0), encoding: .utf8)
    }
    #expect(texts == files)
    #expect(files.map(\.lineCount).reduce(patch.lineCount, +) <= 60)
    let start = try #require(files[1].range(of: "GreetingFlow()")).lowerBound
    let readme = try Self.blocks(of: "README.md").filter { $0.language == "swift" }
    #expect(readme.map(\.text).contains(String(files[1][start...])))
  }

  @Test func `version 1.0.0 asks for the name`() async throws {
    let session = try #require(sessions.first)
    try expect(await Program("hello", in: Home.current.folder).run([], input: "Ada\n"), session)
  }

  @Test func `version 1.1.0 asks one question more, in the same scaffold`() async throws {
    try #require(sessions.count == 2)
    let folder = URL(filePath: Home.current.folder)
    try FileManager.default.createDirectory(
      at: folder.appending(path: "Scaffold/hello/Greeting"),
      withIntermediateDirectories: true
    )
    for (file, text) in zip([Self.component, Self.scaffold], texts) {
      try Data(text.utf8).write(to: folder.appending(path: file))
    }
    try Data(patch.utf8).write(to: folder.appending(path: "patch"))
    let build = """
      git apply patch
      built='\(BuiltProducts.folder)'
      swiftc -parse-as-library -wmo -module-name Greeting -emit-module -emit-object -o Greeting.o \
      -enable-upcoming-feature InternalImportsByDefault -I "$built/Modules" \(Self.component)
      swiftc -I . -I "$built/Modules" -o hello \(Self.scaffold) Greeting.o \
      "$built"/FlowKit.build/*.o "$built"/FlowConsole.build/*.o
      """
    let path = ProcessInfo.processInfo.environment["PATH"] ?? ""
    let shell = Program("/bin/sh", in: folder.path, environment: ["PATH": path])
    let compiled = try await shell.run(["-euc", build])
    try #require(compiled.status == 0, "\(compiled.error)")
    let scaffold = folder.appending(path: Self.scaffold)
    #expect(try String(contentsOf: scaffold, encoding: .utf8) == texts[1])
    let hello = Program(folder.appending(path: "hello").path, in: folder.path)
    try expect(try await hello.run([], input: "Ada\ny\n"), sessions[1])
  }

  /// Checks that a program printed what the page shows behind its first line, where the terminal shows
  /// what is typed too.
  private func expect(_ run: Program.Run, _ session: String) throws {
    let shown = session.split(separator: "\n").dropFirst()
      .map { $0.hasPrefix("> ") ? "> " : "\($0)\n" }.joined()
    #expect(run.output == shown, "\(run.error)")
    #expect(run.status == 0)
  }
}

extension String {
  fileprivate var lineCount: Int {
    split(separator: "\n", omittingEmptySubsequences: false).count - 1
  }
}
