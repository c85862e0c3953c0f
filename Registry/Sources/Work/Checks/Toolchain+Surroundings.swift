import Base
import SemverRules

extension Toolchain {
  /// What the compiler's output depends on besides sources and arguments.
  package func surroundings() throws -> [String] {
    let variables = [
      "C_INCLUDE_PATH", "CC", "CPATH", "CPLUS_INCLUDE_PATH", "CXX", "LIBRARY_PATH",
      "PKG_CONFIG_PATH", "SDKROOT", "SWIFT_EXEC",
    ]
    #if os(macOS)
      let system = CurrentProcess.systemVersion
    #else
      // The kernel's version, which says nothing of headers and libraries, differs between hosts of
      // one container.
      let system = String(decoding: try LocalFile.read("/etc/os-release") ?? [], as: UTF8.self)
    #endif
    return [version, triple, programs, system]
      + variables.map { "\($0)=\(CurrentProcess.variable($0) ?? "")" }
  }
}
