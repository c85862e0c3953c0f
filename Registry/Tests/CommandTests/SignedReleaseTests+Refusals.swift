import ProgramTesting
import Testing

extension SignedReleaseTests {
  @Test func `bump refuses keys and programs that cannot sign, and releases nothing`() async throws
  {
    try await withKeys { sandbox in
      try sandbox.shell(
        """
        \(Self.certificates)
        person web acme serverAuth -days 9
        person old acme codeSigning -days -1
        cp ada.key both.key && cat ada.pem >> both.key
        mkdir programs
        printf '#!/bin/sh\\nexit 3\\n' > programs/fails
        printf '#!/bin/sh\\nexit 0\\n' > programs/nothing
        printf '#!/bin/sh\\necho signed\\n' > programs/words
        chmod +x programs/*
        """
      )
      func words() async throws -> String {
        let run = try await sandbox.registry("bump", "Menu", "1.0.0")
        #expect(run.status == 1)
        return run.error.split(separator: "\n").first.map(String.init) ?? ""
      }
      let start = "error: component 'Menu': 'Package.swift' of 'Menu' 1.0.0 is not signed: "
      for (name, message) in [
        ("web", "the certificate of 'CN=web' is not for code signing"),
        ("missing", "there is no file '\(sandbox.folder)/missing.key', the key for signing"),
      ] {
        try configure(sandbox, name)
        #expect(try await words() == (name == "web" ? start : "error: ") + message)
      }
      try configure(sandbox, "old")
      #expect(try await words().hasPrefix(start + "the certificate of 'CN=old' expired on "))
      try configure(sandbox, "ada")
      try sandbox.git("config", "registry.signingChain", "\(sandbox.folder)/web.pem")
      #expect(try await words().contains("'openssl' ended with the exit status"))
      try sandbox.git("config", "--unset", "registry.signingChain")
      #expect(
        try await words() == "error: the key '\(sandbox.folder)/ada.key' has no certificate"
      )
      try sandbox.git("config", "registry.signingProgram", "\(sandbox.folder)/programs/fails")
      #expect(
        try await words()
          == "error: git's configuration has both 'registry.signingKey' and 'registry.signingProgram'"
      )
      try sandbox.git("config", "--unset", "registry.signingKey")
      for (name, message) in [
        ("fails", "ended with the exit status 3"),
        ("nothing", "wrote no signature to its standard output"),
        ("words", "is not signed: the signature is not CMS in DER"),
      ] {
        try sandbox.git("config", "registry.signingProgram", "\(sandbox.folder)/programs/\(name)")
        #expect(try await words().hasSuffix(message))
      }
      try sandbox.git("config", "registry.signingProgram", "\(sandbox.folder)/programs/none")
      #expect(try await words().contains("cannot start '\(sandbox.folder)/programs/none'"))
      #expect(try sandbox.shell("git -C repository status --short; git -C repository tag") == "")
      // A key with its certificates in one file needs no other.
      let run = try await sandbox.registry("bump", "Menu", "1.0.0", "--sign", "../both.key")
      #expect(run.status == 0, "\(run.error)")
    }
  }
}
