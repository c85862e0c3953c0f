import HTTPTypes
import Site

/// The Accept header of a request (SE-0292, 3.5): protocol versions and media types.
struct AcceptedMedia {
  private static let vendor = "application/vnd.swift.registry"

  private let ranges: [Substring]

  init(_ header: String?) {
    ranges = (header ?? "").split(separator: ",")
  }

  /// Throws unless the header accepts `media` in a supported version.
  func check(_ media: RegistryMedia) throws(Problem) {
    var refusal: Problem?
    var isAsked = false
    for range in ranges {
      let parts = range.split(separator: ";").map { $0.trimmed.lowercased() }
      guard let type = parts.first, !type.isEmpty else { continue }
      isAsked = true
      if parts.dropFirst().contains(where: Self.isZeroQuality) { continue }
      switch Self.judge(type, media) {
      case .accepted: return
      case .refused(let problem): refusal = refusal ?? problem
      case .other: continue
      }
    }
    guard isAsked else { return }
    throw refusal
      ?? Problem(
        .notAcceptable,
        "only available as '\(media.contentType)', which the Accept header excludes"
      )
  }

  private enum Judgement {
    case accepted
    case other
    case refused(Problem)
  }

  private static func judge(_ type: String, _ media: RegistryMedia) -> Judgement {
    let group = media.contentType.prefix { $0 != "/" }
    if type == "*/*" || type == media.contentType || type == "\(group)/*" { return .accepted }
    guard type.hasPrefix(vendor) else { return .other }
    var rest = type.dropFirst(vendor.count)
    if let plus = rest.firstIndex(of: "+") {
      guard rest[plus...] == "+\(media.rawValue)" else {
        return rest.isEmpty || isVersion(rest[..<plus]) ? .other : .refused(malformed(rest))
      }
      rest = rest[..<plus]
    }
    if rest.isEmpty || rest == ".v1" { return .accepted }
    return .refused(isVersion(rest) ? unknown(rest.dropFirst(2)) : malformed(rest))
  }

  private static func isVersion(_ text: Substring) -> Bool {
    text.isEmpty
      || text.hasPrefix(".v") && text.count > 2
        && text.dropFirst(2).utf8.allSatisfy { UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 }
  }

  private static func malformed(_ text: Substring) -> Problem {
    Problem(.badRequest, "invalid API version '\(text)', expected '.v1'")
  }

  private static func unknown(_ version: Substring) -> Problem {
    Problem(.unsupportedMediaType, "unknown API version '\(version)', expected '1'")
  }

  private static func isZeroQuality(_ parameter: String) -> Bool {
    guard parameter.hasPrefix("q=") else { return false }
    return Double(parameter.dropFirst(2)) == 0
  }
}

extension StringProtocol {
  /// Without spaces and tabs around it, which are looked for by bytes: finding the start of a character
  /// from its end may take as long as the text.
  var trimmed: String {
    let isSpace = { (byte: UInt8) in byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") }
    let bytes = Array(utf8.drop(while: isSpace))
    let count = bytes.lastIndex { !isSpace($0) }.map { $0 + 1 } ?? 0
    return String(decoding: bytes.prefix(count), as: UTF8.self)
  }
}
