package import Base

/// The `swift` that is on the path, asked once what it is.
package struct Toolchain: Hashable, Sendable {
  /// In its own words.
  package let version: String
  package let triple: String
  /// The absolute path of its programs' folder.
  package let programs: String

  /// If `swift` is a manager of toolchains, it is asked for the toolchain that it starts.
  package init(swift: String = "swift") throws(OperationError) {
    let information = try ToolchainInformation(of: swift)
    version = information.version
    triple = information.triple
    programs = information.programs
  }

  var swift: String { "\(programs)/swift" }
}
