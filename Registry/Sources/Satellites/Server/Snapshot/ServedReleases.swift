import Base
package import Model
package import Site
import Versions

/// The releases of a component, with the records and descriptions that are rendered of them.
package struct ServedReleases: Sendable {
  package let rendered: RenderedReleases
  private let part: @Sendable (Range<Int>) async throws -> [UInt8]

  /// - Parameter part: A part of the text that is rendered of them.
  init(
    _ rendered: RenderedReleases,
    _ part: @escaping @Sendable (Range<Int>) async throws -> [UInt8]
  ) {
    (self.rendered, self.part) = (rendered, part)
  }

  /// The release at a position, newest first.
  package func release(_ position: Int) async throws -> Release {
    let record = try await part(rendered.record(position))
    guard let release = try ReleaseLog(reading: record, file: "record").releases.first else {
      throw OperationError(.inputOutput, "a record is missing")
    }
    return release
  }

  /// Its description: compact JSON.
  func description(_ position: Int) async throws -> [UInt8] {
    try await part(rendered.description(position))
  }
}
