import Foundation
import Testing

/// The stock package manager before two copies of a registry, behind one balancer.
struct ReplicaTests {
  private static let nginx = SignedConsumerTests.nginx

  /// Lists come from one copy and the rest from the other, as the worst balancer would do it; if one
  /// does not answer, both come from the other.
  private static let balancer = """
    # copy NAME: serves a copy that fetches when it is told to
    copy() {
      serve "$1.git" --mirror repository --branch main --fetch-interval 1000000
      port=${url##*:}
    }

    # balance FIRST SECOND: the ports of the copies
    balance() {
      mkdir -p scratch
      for port in $(shuf -i 20000-60000 -n 20); do
        cat > nginx.conf <<END
    pid $PWD/nginx.pid;
    error_log $PWD/nginx.log;
    events {}
    http {
      access_log $PWD/access.log;
      client_body_temp_path $PWD/scratch;
      proxy_temp_path $PWD/scratch;
      fastcgi_temp_path $PWD/scratch;
      uwsgi_temp_path $PWD/scratch;
      scgi_temp_path $PWD/scratch;
      upstream lists { server 127.0.0.1:$1 max_fails=0; server 127.0.0.1:$2 backup; }
      upstream others { server 127.0.0.1:$2 max_fails=0; server 127.0.0.1:$1 backup; }
      server {
        listen 127.0.0.1:$port;
        proxy_set_header Host \\$http_host;
        location ~ ^/[^/]+/[^/]+$ { proxy_pass http://lists; }
        location / { proxy_pass http://others; }
      }
    }
    END
        if \(nginx ?? "nginx") -c "$PWD/nginx.conf" 2> nginx.complaint; then break; fi
      done
      url="http://127.0.0.1:$port"
    }

    # fetch PROCESS PORT VERSION: until the copy has the version
    fetch() {
      kill -HUP "$1"
      url="http://127.0.0.1:$2" await cookr/Kitchen "\\"$3\\""
    }

    # updated: the version that an update takes
    updated() {
      update > update.log || { cat update.log; return 1; }
      sed -n '/cookr.kitchen/I,/version/s/.*"version" : "\\(.*\\)".*/\\1/p' consumer/Package.resolved
    }
    trap 'for server in $(jobs -p) $(cat nginx.pid 2> /dev/null); do kill "$server" || true; done
      wait' EXIT

    """

  @Test(.enabled(if: nginx != nil, "needs nginx"))
  func `updates never fail while one copy is behind, and then killed`() async throws {
    let lines = try await ServedConsumerTests().story(
      Self.balancer + """
        kitchen first 1.0.0
        copy one
        one=$port && first=$!
        copy two
        two=$port && second=$!
        balance $one $two
        consumer 'from: "1.0.0"'
        use "$url"
        updated
        for number in 1 2 3 4 5; do
          kitchen "number $number" "1.$number.0"
          # Only this one learns of the release; it is killed in the middle.
          if [ $number -le 3 ]; then fetch $first $one "1.$number.0"; else kill -KILL $first || true; fi
          updated
        done
        fetch $second $two 1.5.0
        updated
        grep -c '" 404 ' access.log || true
        """
    )
    #expect(
      lines == ["1.0.0", "1.1.0", "1.2.0", "1.3.0", "1.3.0", "1.3.0", "1.5.0", "0"]
    )
  }
}
