import Foundation
import Model
import Testing

/// Unpacks with the program that the package manager's client itself runs.
@Suite struct UnpackingTests {
  @Test func `unzip finds the contents, modes and links that went in`() throws {
    let large = (0..<300_000).map { UInt8(truncatingIfNeeded: $0 &* $0 >> 3) }
    let archive = try StoredArchive(
      root: "FlowKit-1.2.0",
      entries: [
        ArchiveEntry(path: "Package.swift", kind: .file),
        ArchiveEntry(path: "Scripts/generate", kind: .executable),
        ArchiveEntry(path: "Sources/FlowKit/Ünïcode 名前.swift", kind: .file),
        ArchiveEntry(path: "Sources/FlowKit/empty", kind: .file),
        ArchiveEntry(path: "Sources/FlowKit/large.bin", kind: .file),
        ArchiveEntry(path: "Sources/Latest", kind: .link(target: "FlowKit")),
      ]
    )
    let bytes = try archive.collect { entry in
      switch entry.path {
      case "Sources/FlowKit/empty": []
      case "Sources/FlowKit/large.bin": large
      default: Array("contents of \(entry.path)\n".utf8)
      }
    }.bytes
    let folder = URL.temporaryDirectory.appending(path: "unpacking-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    try Data(bytes).write(to: folder.appending(path: "archive.zip"))

    #expect(try run("unzip", "-tq", "archive.zip", in: folder) == 0)
    #expect(try run("unzip", "-q", "archive.zip", "-d", "unpacked", in: folder) == 0)

    let unpacked = folder.appending(path: "unpacked")
    #expect(
      try snapshot(of: unpacked) == [
        "FlowKit-1.2.0": "folder",
        "FlowKit-1.2.0/Package.swift": "644 26",
        "FlowKit-1.2.0/Scripts": "folder",
        "FlowKit-1.2.0/Scripts/generate": "755 29",
        "FlowKit-1.2.0/Sources": "folder",
        "FlowKit-1.2.0/Sources/FlowKit": "folder",
        "FlowKit-1.2.0/Sources/FlowKit/Ünïcode 名前.swift": "644 51",
        "FlowKit-1.2.0/Sources/FlowKit/empty": "644 0",
        "FlowKit-1.2.0/Sources/FlowKit/large.bin": "644 300000",
        "FlowKit-1.2.0/Sources/Latest": "link to FlowKit",
      ]
    )
    let throughLink = unpacked.appending(path: "FlowKit-1.2.0/Sources/Latest/large.bin")
    #expect(try Data(contentsOf: throughLink) == Data(large))
  }

  private func snapshot(of folder: URL) throws -> [String: String] {
    let manager = FileManager.default
    let paths = try manager.subpathsOfDirectory(atPath: folder.path)
    return try Dictionary(
      uniqueKeysWithValues: paths.map { path in
        let file = folder.appending(path: path).path
        let attributes = try manager.attributesOfItem(atPath: file)
        let permissions = attributes[.posixPermissions] as? NSNumber
        let size = attributes[.size] as? NSNumber
        return switch attributes[.type] as? FileAttributeType {
        case .typeSymbolicLink:
          (path, "link to \(try manager.destinationOfSymbolicLink(atPath: file))")
        case .typeDirectory: (path, "folder")
        default: (path, "\(String(permissions?.intValue ?? 0, radix: 8)) \(size ?? 0)")
        }
      }
    )
  }

  private func run(_ arguments: String..., in folder: URL) throws -> Int32 {
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = arguments
    process.currentDirectoryURL = folder
    process.environment = ProcessInfo.processInfo.environment.merging(["LC_ALL": "C.UTF-8"]) { $1 }
    process.standardOutput = FileHandle.nullDevice
    try process.run()
    process.waitUntilExit()
    return process.terminationStatus
  }
}
