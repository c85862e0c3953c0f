import Foundation

/// A `git fast-import` at work, which is written to and asked for the names of what it made.
final class ImportStream {
  private static let arguments = ["fast-import", "--quiet"]

  private let process: Process
  private let input = Pipe()
  private let output = Pipe()
  private var pending: [UInt8] = []
  private var marks = 0

  init(into folder: String) throws {
    process = try GitProgram.start(Self.arguments, in: folder, input: input, output: output)
  }

  /// Adds a commit to the branch, in which these files have these contents, and returns its mark.
  @discardableResult
  func commit(
    _ message: String,
    at time: Int,
    _ files: [(path: String, content: [UInt8])]
  ) throws -> Int {
    marks += 1
    write("commit refs/heads/main\nmark :\(marks)\ncommitter Ada <ada@example.com> \(time) +0000\n")
    data(Array(message.utf8))
    for file in files {
      write("M 100644 inline \(file.path)\n")
      data(file.content)
    }
    if pending.count > 1 << 20 { try flush() }
    return marks
  }

  func tag(_ name: String, _ mark: Int, at time: Int, _ message: String) {
    write("tag \(name)\nfrom :\(mark)\ntagger Ada <ada@example.com> \(time) +0000\n")
    data(Array(message.utf8))
  }

  /// The object names of a commit and of the tree that it has at a path.
  func names(of mark: Int, at path: String) throws -> (commit: String, tree: String) {
    write("get-mark :\(mark)\nls :\(mark) \(path)\n")
    try flush()
    let commit = try readLine()
    // `MODE TYPE NAME`, a tab and the path.
    let tree = try readLine().split(separator: "\t")[0].split(separator: " ")
    guard tree.count == 3, tree[1] == "tree" else {
      throw GitProgram.Failure(description: "there is no folder '\(path)' in commit '\(commit)'")
    }
    return (commit, String(tree[2]))
  }

  func finish() throws {
    try flush()
    try input.fileHandleForWriting.close()
    process.waitUntilExit()
    try GitProgram.check(process, Self.arguments)
  }

  private func data(_ content: [UInt8]) {
    write("data \(content.count)\n")
    pending += content
    write("\n")
  }

  private func write(_ text: String) {
    pending += text.utf8
  }

  private func flush() throws {
    try input.fileHandleForWriting.write(contentsOf: pending)
    pending.removeAll(keepingCapacity: true)
  }

  private func readLine() throws -> String {
    var line: [UInt8] = []
    while let byte = try output.fileHandleForReading.read(upToCount: 1)?.first, byte != 0x0A {
      line.append(byte)
    }
    return String(decoding: line, as: UTF8.self)
  }
}
