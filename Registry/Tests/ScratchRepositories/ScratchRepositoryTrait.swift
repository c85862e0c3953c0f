import Base
import Foundation
import Git
package import Testing

/// Gives each test an empty repository with the branch `main`, and takes it away afterwards.
package struct ScratchRepositoryTrait: TestTrait, SuiteTrait, TestScoping {
  package var isRecursive: Bool { true }

  package func provideScope(
    for test: Test,
    testCase: Test.Case?,
    performing function: @Sendable () async throws -> Void
  ) async throws {
    try GitLibrary.ignoreMachineConfiguration()
    // As git gives it: Foundation leaves '/private' out.
    let place = try LocalFile.realPath(FileManager.default.temporaryDirectory.path)
    let folder = URL(filePath: place).appending(path: "registry-tests-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let scratch = Scratch(folder: folder.path(percentEncoded: false))
    _ = try Repository.create(at: scratch.path)
    try await Scratch.$bound.withValue(scratch, operation: function)
  }
}

extension Trait where Self == ScratchRepositoryTrait {
  package static var scratchRepository: Self { Self() }
}
