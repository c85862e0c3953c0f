/// Files that tell hosts how to serve an export.
struct HostFiles {
  /// The path of the registry's URL; empty if it has none.
  let root: String

  var all: [(name: String, text: String)] {
    [("_headers", headers), ("nginx.conf", nginx), ("caddy.conf", caddy)]
  }

  /// Changes with the files of all registries.
  static let fingerprint = ExportDigest.text(of: HostFiles(root: "").all.map(\.text))

  private static let archive = "public, max-age=31536000, immutable"

  private static let docs = "/\(DocumentationFolder.usualBase)"
  /// Folders in the documentation of a module, behind those of component and version.
  private static let packageFolders = ["images", "videos", DocumentationFolder.downloads]

  /// Regular expressions for paths behind the root.
  private static let archives = "/[^/]+/[^/]+/[^/]+\\.zip$"
  private static let downloads = "\(docs)/[^/]+/[^/]+/[^/]+/\(DocumentationFolder.downloads)/"
  private static let documentationPages: String = {
    let folders = DocumentationFolder.pageFolders.joined(separator: "|")
    let start = "([^/]+/)?(index\\.html)?"
    return "\(docs)/[^/]+/[^/]+/(\(start)|[^/]+/(\(folders))(/.*)?)$"
  }()

  /// For hosts that read this file, such as Netlify and Cloudflare Pages.
  ///
  /// Of several rules for a file, all policies are obeyed, so that a second one can only forbid more.
  private var headers: String {
    let pages =
      [""] + SitePage.allCases.map(\.file)
      + [":scope/:name/\(PagePaths.pageFile)"]
      + [PagePaths.pageFile, PagePaths.interfaceFile].map { ":scope/:name/:version/\($0)" }
    let policies =
      pages.map { ("/\($0)", ContentPolicy.filePage) }
      + [("\(Self.docs)/*", ContentPolicy.documentation())]
      + Self.packageFolders.map {
        ("\(Self.docs)/:component/:version/:module/\($0)/*", ContentPolicy.content)
      }
    let rules = policies.map { "\($0)\n  Content-Security-Policy: \($1)" }
    return """
      /*
        Content-Version: 1
        X-Content-Type-Options: nosniff
      /availability
        Content-Type: application/json
      /*/Package.swift
        Content-Type: text/x-swift
      /*.atom
        Content-Type: application/atom+xml; charset=utf-8
      /*.zip
        Content-Type: application/zip
        Cache-Control: \(Self.archive)
      \(rules.joined(separator: "\n"))

      """
  }

  private var nginx: String {
    let root = root.replacing(".", with: "\\.").replacing("+", with: "\\+")
    return """
      # Copy these lines into a 'server' block of nginx, and replace /srv/registry by this folder.
      set $registry_file index.json;
      if ($http_accept ~* "text/html") {
        set $registry_file \(PagePaths.pageFile);
      }
      set $registry_cache no-cache;
      if ($uri ~ "^\(root)\(Self.archives)") {
        set $registry_cache "\(Self.archive)";
      }
      set $registry_policy "\(ContentPolicy.filePage)";
      set $registry_disposition "";
      # Documentation has files of packages, which must not run scripts.
      if ($uri ~ "^\(root)\(Self.docs)/") {
        set $registry_policy "\(ContentPolicy.content)";
      }
      if ($uri ~ "^\(root)\(Self.documentationPages)") {
        set $registry_policy "\(ContentPolicy.documentation())";
      }
      if ($uri ~ "^\(root)\(Self.downloads)") {
        set $registry_disposition attachment;
      }
      location \(self.root)/ {
        rewrite ^\(root)(/.*)$ $1 break;
        root /srv/registry;
        try_files $uri $uri/$registry_file $uri/index.json $uri/index.html =404;
        types {
          application/atom+xml atom;
          application/json json;
          application/zip zip;
          image/gif gif;
          image/jpeg jpg jpeg;
          image/png png;
          image/svg+xml svg;
          image/webp webp;
          image/x-icon ico;
          text/css css;
          text/javascript js;
          text/html html;
          text/plain txt;
          text/x-swift swift;
          video/mp4 mp4;
          video/quicktime mov;
          video/webm webm;
        }
        default_type application/json;
        charset utf-8;
        charset_types application/atom+xml text/css text/javascript text/plain;
        add_header Content-Version 1 always;
        add_header X-Content-Type-Options nosniff always;
        add_header Content-Security-Policy $registry_policy always;
        add_header Content-Disposition $registry_disposition always;
        add_header Vary Accept always;
        add_header Cache-Control $registry_cache;
      }
      location ~ ^\(root)/\\. {
        return 404;
      }

      """
  }

  private var caddy: String {
    """
    # Import this file in a site of your Caddyfile, and replace /srv/registry by this folder.
    handle_path \(root)/* {
      root * /srv/registry
      header Content-Version 1
      header X-Content-Type-Options nosniff
      header Vary Accept
      @hidden path /.*
      respond @hidden 404
      @archive {
        path_regexp ^\(Self.archives)
        file
      }
      header @archive Cache-Control "\(Self.archive)"
      header ?Cache-Control no-cache
      # Documentation has files of packages, which must not run scripts.
      @documentation path_regexp ^\(Self.documentationPages)
      header @documentation Content-Security-Policy "\(ContentPolicy.documentation())"
      @content {
        path \(Self.docs)/*
        not path_regexp ^\(Self.documentationPages)
      }
      header @content Content-Security-Policy "\(ContentPolicy.content)"
      @download path_regexp ^\(Self.downloads)
      header @download Content-Disposition attachment
      header ?Content-Security-Policy "\(ContentPolicy.filePage)"
      @page {
        header Accept *text/html*
        file {
          try_files {path} {path}/\(PagePaths.pageFile) {path}/index.html
        }
      }
      rewrite @page {http.matchers.file.relative}
      @data {
        not header Accept *text/html*
        file {
          try_files {path} {path}/index.json {path}/index.html
        }
      }
      rewrite @data {http.matchers.file.relative}
      @swift path *.swift
      header @swift Content-Type text/x-swift
      @atom path *.atom
      header @atom Content-Type "application/atom+xml; charset=utf-8"
      @json path *.json /availability
      header @json Content-Type application/json
      @zip path *.zip
      header @zip Content-Type application/zip
      file_server
    }

    """
  }
}
