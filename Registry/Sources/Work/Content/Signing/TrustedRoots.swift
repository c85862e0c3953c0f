package import Base
import Model

/// The certificates that a person names as trusted.
package enum TrustedRoots {
  /// The certificates in files, and in the files of folders, in DER.
  package static func reading(_ paths: [String]) throws(OperationError) -> [[UInt8]] {
    try unifyingErrors {
      try paths.flatMap { path -> [[UInt8]] in
        var files = [path]
        if LocalFile.exists(path), LocalFile.kind(at: try LocalFile.realPath(path)) == .directory {
          files = try LocalFile.names(in: path).sorted().map { "\(path)/\($0)" }
        }
        return try files.flatMap { file in
          guard let bytes = try LocalFile.read(file) else {
            throw OperationError(
              .unusableCertificate,
              "there is no file '\(file)' with trusted certificates"
            )
          }
          return try CertificateFile.certificates(in: bytes, file: file)
        }
      }
    }
  }
}
