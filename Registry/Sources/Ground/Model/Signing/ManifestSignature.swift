package import Base
package import Git
package import ManifestEditor

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The signature of a package's manifest, which is its last line, a comment.
///
/// What is signed ends before the line end in front of that line.
package struct ManifestSignature: Hashable, Sendable {
  private static let label = "// signature: "

  /// The signed bytes: the manifest before the line end in front of the signature.
  package let content: [UInt8]
  /// The format of the signature, such as ``ReleaseSignature/format``.
  package let format: String
  /// The signature, decoded from base64.
  package let bytes: [UInt8]

  /// - Returns: `nil` for a manifest without a signature.
  /// - Throws: For a signature that is not base64.
  package init?(of manifest: [UInt8]) throws(OperationError) {
    guard let end = manifest.lastIndex(where: { !Self.isSpace($0) }),
      let lineEnd = manifest[..<end].lastIndex(of: UInt8(ascii: "\n"))
    else { return nil }
    let line = manifest[(lineEnd + 1)...end].drop(while: Self.isSpace)
    guard line.starts(with: "//".utf8) else { return nil }
    let text = line.drop { $0 == UInt8(ascii: "/") }.drop(while: Self.isSpace)
    let parts = text.split(separator: UInt8(ascii: ":"), maxSplits: 1)
    guard parts.count == 2,
      String(decoding: parts[0], as: UTF8.self).lowercased() == "signature"
    else { return nil }
    let value = parts[1].drop(while: Self.isSpace)
      .split(separator: UInt8(ascii: ";"), maxSplits: 1)
    guard value.count == 2 else { return nil }
    guard let data = Data(base64Encoded: Data(value[1])), !data.isEmpty else {
      throw OperationError(.invalidValue, "the signature in the manifest is not base64")
    }
    let hasReturn = lineEnd > 0 && manifest[lineEnd - 1] == UInt8(ascii: "\r")
    content = Array(manifest[..<(hasReturn ? lineEnd - 1 : lineEnd)])
    format = String(decoding: value[0], as: UTF8.self)
    bytes = Array(data)
  }

  /// The text at the end of a manifest with this signature, in the format of ``ReleaseSignature``.
  package static func line(_ signature: [UInt8]) -> String {
    "\n\(label)\(ReleaseSignature.format);\(signature.base64)"
  }

  /// The bytes to sign so that ``line(_:)`` can follow a manifest.
  package static func content(of manifest: [UInt8]) -> [UInt8] {
    // The line end before the signature would take it for its own first half.
    manifest.last == UInt8(ascii: "\r") ? manifest.dropLast() : manifest
  }

  private static func isSpace(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: " ") || 0x09...0x0D ~= byte
  }
}

extension [SourceEdit] {
  /// The edits of a manifest that put its signature at its end, too.
  ///
  /// - Parameter size: Of the manifest before any edit, in bytes.
  package func signing(_ signature: [UInt8], atEndOf size: Int) -> [SourceEdit] {
    appending(ManifestSignature.line(signature), atEndOf: size)
  }

  /// The edits, with a text at the end of what they result in.
  ///
  /// - Parameter size: Of the file before any edit, in bytes.
  package func appending(_ text: String, atEndOf size: Int) -> [SourceEdit] {
    guard let last, last.offset + last.length == size else {
      return self + [SourceEdit(offset: size, length: 0, replacement: text)]
    }
    // Two edits at one place would have no order.
    return dropLast() + [
      SourceEdit(offset: last.offset, length: last.length, replacement: last.replacement + text)
    ]
  }

  /// The edits of a manifest without the one that signs it.
  package var unsigned: [SourceEdit] {
    guard let last,
      let start = last.replacement.firstRange(of: ManifestSignature.line([]))?.lowerBound,
      !last.replacement[start...].dropFirst().contains("\n")
    else { return self }
    let rest = String(last.replacement[..<start])
    if last.length == 0, rest.isEmpty { return dropLast() }
    return dropLast() + [
      SourceEdit(offset: last.offset, length: last.length, replacement: rest)
    ]
  }
}

extension [TreePath: [SourceEdit]] {
  /// The edits of all manifests without those that sign them.
  package var unsigned: [TreePath: [SourceEdit]] {
    mapValues(\.unsigned).filter { !$0.value.isEmpty }
  }
}
