import RegistryContent

/// Files that tell hosts how to serve an export.
struct HostFiles {
  /// The path of the registry's URL; empty if it has none.
  let root: String

  var all: [(name: String, text: String)] {
    [("_headers", headers), ("nginx.conf", nginx), ("caddy.conf", caddy)]
  }

  /// For hosts that read this file, such as Netlify and Cloudflare Pages.
  private var headers: String {
    """
    /*
      Content-Version: 1
      X-Content-Type-Options: nosniff
    /availability
      Content-Type: application/json
    /*/Package.swift
      Content-Type: text/x-swift
    /*.atom
      Content-Type: application/atom+xml
    /*.zip
      Content-Type: application/zip
      Cache-Control: public, max-age=31536000, immutable

    """
  }

  private var nginx: String {
    """
    # Copy these lines into a 'server' block of nginx, and replace /srv/registry by this folder.
    set $registry_file index.json;
    if ($http_accept ~ "text/html") {
      set $registry_file \(PagePaths.pageFile);
    }
    location \(root)/ {
      rewrite ^\(root)(/.*)$ $1 break;
      root /srv/registry;
      try_files $uri $uri/$registry_file $uri/index.json $uri/index.html =404;
      types {
        application/atom+xml atom;
        application/json json;
        application/zip zip;
        image/svg+xml svg;
        text/css css;
        text/javascript js;
        text/html html;
        text/x-swift swift;
      }
      default_type application/json;
      add_header Content-Version 1 always;
      add_header X-Content-Type-Options nosniff always;
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
      @hidden path /.*
      respond @hidden 404
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
      header @atom Content-Type application/atom+xml
      @json path *.json /availability
      header @json Content-Type application/json
      @zip path *.zip
      header @zip Content-Type application/zip
      file_server
    }

    """
  }
}
