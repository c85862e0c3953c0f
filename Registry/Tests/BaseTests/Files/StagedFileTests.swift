import Base
import Testing

struct StagedFileTests: ~Copyable {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  private var path: String { "\(folder.path)/deep/file" }

  @Test func `nothing is at the place until the file is whole`() throws {
    try LocalFile.makeDirectories("\(folder.path)/deep")
    let file = try StagedFile(for: path)
    try file.write([1, 2])
    try file.write([])
    try file.write([3])
    #expect(try LocalFile.read(path) == nil)
    try file.commit()
    #expect(try LocalFile.read(path) == [1, 2, 3])
  }

  @Test func `a file that is dropped leaves nothing`() throws {
    try LocalFile.makeDirectories("\(folder.path)/deep")
    do {
      let file = try StagedFile(for: path)
      try file.write([1])
    }
    #expect(try LocalFile.names(in: "\(folder.path)/deep") == [])
  }

  @Test func `a file that a killed process left is removed by its name alone`() throws {
    try LocalFile.makeDirectories("\(folder.path)/deep")
    for name in ["file.registry-1.part", "file.part", "other.registry-1.part"] {
      try LocalFile.fill("\(folder.path)/deep/\(name)", with: [7])
    }
    let first = try StagedFile(for: path)
    // One process's own, and that of another, which writes the same file.
    let second = try StagedFile(for: path)
    try first.write([1])
    try second.write([2])
    try first.commit()
    #expect(try LocalFile.read(path) == [1])
    try second.commit()
    #expect(try LocalFile.read(path) == [2])
    let names = try LocalFile.names(in: "\(folder.path)/deep").sorted()
    #expect(names == ["file", "file.part", "other.registry-1.part"])
  }

  @Test func `a file that was committed is open, and unchanged`() throws {
    try LocalFile.makeDirectories("\(folder.path)/deep")
    let file = try StagedFile(for: path)
    try file.write([1, 2, 3])
    let open = try file.commitOpen()
    #expect(try open.read(0..<open.size) == [1, 2, 3])
    #expect(try OpenFile(path)?.stamp == open.stamp)
  }

  @Test func `a folder is not replaced`() throws {
    try LocalFile.makeDirectories(path)
    let error = #expect(throws: OperationError.self) { _ = try StagedFile(for: path) }
    #expect(error?.message == "cannot write '\(path)': found a folder, expected a file or nothing")
  }

  @Test func `a replacement makes its folders and takes the place of what a killed run left`()
    throws
  {
    let replacement = StagedReplacement(path: path, staging: "\(path).new")
    try replacement.stage([1])
    #expect(try LocalFile.read(path) == nil)
    try replacement.replace(with: [2])
    #expect(try LocalFile.read(path) == [2])
    #expect(try LocalFile.names(in: replacement.folder) == ["file"])
  }

  @Test func `a private file is its owner's alone`() throws {
    let replacement = StagedReplacement(path: path, staging: "\(path).new")
    try replacement.stage([1], isPrivate: true)
    try replacement.finish()
    #expect(FileFacts.of(path)?.permissions == 0o600)
  }

  @Test func `content that is there already is not written again`() throws {
    try LocalFile.makeDirectories("\(folder.path)/deep")
    try LocalFile.update(path, to: [1])
    let stamp = FileStamp.of(path)
    try LocalFile.update(path, to: [1])
    #expect(FileStamp.of(path) == stamp)
    try LocalFile.update(path, to: [2])
    #expect(FileStamp.of(path) != stamp)
  }
}
