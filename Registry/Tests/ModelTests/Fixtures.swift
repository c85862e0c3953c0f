import Model
import Versions

/// The manifest that most tests start from, in the layout that the tool writes.
let manifestText = """
  {
    "apps": {
      "cookr": {
        "path": ".",
        "pins": {
          "ChefSourcing": "2.4.1",
          "FlowKit": { "from": "1.0.0" },
          "Payments": "working-tree"
        },
        "product": "cookr"
      }
    },
    "components": {
      "ChefSourcing": {
        "layer": "feature",
        "path": "Components/ChefSourcing",
        "version": "2.4.1"
      },
      "FlowKit": {
        "layer": "core",
        "path": "Components/FlowKit",
        "version": "1.2.0"
      },
      "Payments": {
        "layer": "feature",
        "path": "Components/Payments",
        "requires": {
          "FlowKit": { "from": "1.0.0", "to": "1.9.0" }
        }
      }
    },
    "layers": {
      "core": { "mayUse": [] },
      "feature": { "mayUse": ["core"] }
    },
    "schema": 1,
    "scope": "cookr"
  }

  """

func document(_ text: String) throws -> ManifestDocument {
  try ManifestDocument(reading: Array(text.utf8), file: "manifest.json")
}

func log(_ lines: String...) throws -> ReleaseLog {
  try ReleaseLog(
    reading: Array(lines.map { $0 + "\n" }.joined().utf8),
    file: "ChefSourcing.jsonl"
  )
}

/// The message of the refusal, or a failure to refuse.
func refusal(_ work: () throws -> Void) -> String {
  do {
    try work()
    return "nothing was refused"
  } catch {
    return "\(error)"
  }
}

enum Digits {
  static let tree = String(repeating: "a", count: 40)
  static let source = String(repeating: "b", count: 40)
  static let archive = "sha256:" + String(repeating: "c", count: 64)
}

/// A line as the tool writes it.
func releaseLine(_ version: String, date: String = "2026-11-21T09:00:00Z") -> String {
  #"{"archive":"\#(Digits.archive)","date":"\#(date)","#
    + #""edits":{"Package.swift":[[412,29,".package(id: \"cookr.FlowKit\", from: \"1.2.0\")"]]},"#
    + #""format":1,"requires":{"FlowKit":{"from":"1.2.0"}},"#
    + #""source":"\#(Digits.source)","tree":"\#(Digits.tree)","version":"\#(version)"}"#
}

func yankLine(
  _ version: String,
  reason: String = "wrong prices",
  date: String = "2026-11-22T09:00:00Z"
) -> String {
  #"{"date":"\#(date)","reason":"\#(reason)","yank":"\#(version)"}"#
}
