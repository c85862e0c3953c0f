import Base
import Testing

struct BuildFolderTests: ~Copyable {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  private func build(in clone: String) throws -> BuildFolder {
    let build = BuildFolder("\(folder.path)/\(clone)/build")
    try build.removeIfMoved()
    return build
  }

  @Test func `a build stays while it is where it was made`() throws {
    try LocalFile.makeDirectories("\(folder.path)/clone")
    let build = try build(in: "clone")
    try LocalFile.makeDirectories("\(build.path)/modules")
    #expect(try !build.hasMoved())
    try build.removeIfMoved()
    #expect(LocalFile.exists("\(build.path)/modules"))
  }

  @Test func `a build that was moved with its clone is removed once`() throws {
    try LocalFile.makeDirectories("\(folder.path)/clone")
    try LocalFile.makeDirectories("\(build(in: "clone").path)/modules")
    try LocalFile.move("\(folder.path)/clone", to: "\(folder.path)/renamed")
    let moved = try build(in: "renamed")
    #expect(!LocalFile.exists(moved.path))
    try LocalFile.makeDirectories("\(moved.path)/modules")
    try moved.removeIfMoved()
    #expect(LocalFile.exists("\(moved.path)/modules"))
  }
}
