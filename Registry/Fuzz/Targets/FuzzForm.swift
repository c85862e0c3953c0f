@testable import Server

/// Reads any bytes as a form that is published: its content type on the first line, then its body.
enum FuzzForm {
  static func run(_ input: UnsafeBufferPointer<UInt8>) {
    let lines = input.split(
      separator: UInt8(ascii: "\n"),
      maxSplits: 1,
      omittingEmptySubsequences: false
    )
    let body = lines.count > 1 ? Array(lines[1]) : []
    let contentType = String(decoding: lines[0], as: UTF8.self)
    for type in [contentType, "multipart/form-data;boundary=b"] {
      guard let form = try? MultipartForm(body, contentType: type) else { continue }
      let parts = ["source-archive", "metadata"].compactMap { form[$0]?.count }
      precondition(parts.reduce(0, +) <= body.count)
    }
  }
}
