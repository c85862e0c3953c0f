package import Model

#if canImport(FoundationEssentials)
  package import FoundationEssentials
#else
  package import Foundation
#endif

/// What `registry-signatures` is asked in a file, as JSON, and answers on its standard output.
///
/// What was signed is in files, because archives are large.
package struct SignatureRequest: Codable, Sendable {
  package struct Item: Codable, Sendable {
    /// `nil` to ask for the signer alone.
    package let file: String?
    package let signature: Data
    private let secondsSince1970: Int

    init(file: String?, signature: [UInt8], date: RecordDate) {
      (self.file, self.signature) = (file, Data(signature))
      secondsSince1970 = date.secondsSince1970
    }

    package var date: RecordDate {
      get throws { try RecordDate(secondsSince1970: secondsSince1970) }
    }
  }

  package struct Answer: Codable, Sendable {
    /// What is wrong with each signature; `nil` if it is valid, or was not checked.
    package let faults: [String?]
    /// The subject of each signer's certificate; `nil` if a signature names none.
    package let signers: [String?]

    package init(faults: [String?], signers: [String?]) {
      (self.faults, self.signers) = (faults, signers)
    }
  }

  /// In DER; `nil` if any root is trusted.
  package let roots: [Data]?
  package let items: [Item]
}
