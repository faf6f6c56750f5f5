import Glibc
import TestSupport

/// A real nginx in front of a real `git http-backend`: once without TLS, and once for each of some
/// certificates and TLS versions. Everything below `/private` requires a name and a password.
struct WebServer {
    /// The ports, by name from ``places``.
    let ports: [String: Int]
    /// The folder of certificates. `ca.pem` signed all except `self`. Certificates signed by
    /// `middle` are sent without the certificate of that authority.
    let folder: String
    private let programs: [BackgroundProgram]

    static let user = "ann"
    static let password = "s3cret-Pa55"

    /// The certificate of each place, and its other nginx settings.
    private static let places: [String: (certificate: String?, settings: String)] = [
        "plain": (nil, ""), "good": ("good", ""), "wrong": ("wrong", ""),
        "expired": ("expired", ""), "self": ("self", ""), "address": ("address", ""),
        "wildcard": ("wildcard", ""), "partial": ("partial", ""), "two": ("two", ""),
        "middle": ("below-middle", ""), "small": ("good", "client_max_body_size 1k;"),
        "TLS 1.3": ("good", "ssl_protocols TLSv1.3;"),
        "TLS 1.2": ("good", "ssl_protocols TLSv1.2;"),
        "TLS 1.1": ("good", "ssl_protocols TLSv1.1; ssl_ciphers ALL:@SECLEVEL=0;"),
    ]

    /// Returns nil if this machine has no web server.
    ///
    /// - Parameter repositories: The folder of the bare repositories.
    init?(
        _ sandbox: ProgramSandbox, _ repositories: String, password: String = WebServer.password
    ) throws {
        let backend = try sandbox.shell("git --exec-path").output.dropLast() + "/git-http-backend"
        guard access("/usr/sbin/nginx", X_OK) == 0, access("/usr/sbin/fcgiwrap", X_OK) == 0,
            access(String(backend), X_OK) == 0
        else { return nil }
        folder = sandbox.folder.path + "/web"
        try Self.makeCertificates(sandbox, folder, password)
        let socket = folder + "/socket"
        let wrap = try BackgroundProgram(
            ["/usr/sbin/fcgiwrap", "-c", "4", "-s", "unix:" + socket],
            environment: sandbox.environment, log: folder + "/wrap.log")
        _ = try eventually("the socket") { access(socket, F_OK) == 0 ? true : nil }
        (ports, programs) = try Self.start(
            sandbox, folder, String(backend), repositories, socket, wrap)
    }

    /// Returns a repository's address.
    func url(
        _ name: String, at place: String = "good", host: String = "localhost",
        login: String = "", isPrivate: Bool = true
    ) -> String {
        let scheme = place == "plain" ? "http" : "https"
        return "\(scheme)://\(login)\(host):\(ports[place] ?? 0)/"
            + "\(isPrivate ? "private" : "open")/\(name)"
    }

    /// Returns a certificate's fingerprint in OpenSSL's format.
    func fingerprint(_ name: String, _ sandbox: ProgramSandbox) throws -> String {
        let text = try sandbox.must(
            "openssl x509 -in \(folder)/\(name).pem -noout -fingerprint -sha256")
        return String(text.drop { $0 != "=" }.dropFirst().dropLast())
    }

    /// Returns for each request the place's port, the TLS version, and the requested name.
    func log() throws -> [String] {
        let text = String(decoding: try readFile(folder + "/access"), as: UTF8.self)
        return text.split(separator: "\n").map(String.init)
    }

    private static func makeCertificates(
        _ sandbox: ProgramSandbox, _ folder: String, _ password: String
    ) throws {
        try sandbox.must(
            """
            mkdir -p '\(folder)'; cd '\(folder)'
            new="openssl req -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes"
            $new -x509 -keyout ca.key -out ca.pem -days 30 -subj '/CN=Test CA' 2>/dev/null
            $new -x509 -keyout self.key -out self.pem -days 30 -subj /CN=localhost \\
                -addext subjectAltName=DNS:localhost 2>/dev/null
            sign() {
                $new -keyout $1.key -out $1.csr -subj /CN=$1 2>/dev/null
                echo $2 > $1.ext
                # OpenSSL 3.4 refuses certificates that end before they are made.
                $4 openssl x509 -req -in $1.csr -CA $3.pem -CAkey $3.key -CAcreateserial \\
                    -out $1.pem -days 30 -extfile $1.ext 2>/dev/null
            }
            # A killed process of libfaketime leaves a file, and the next one with its ID fails.
            past() { faketime -f -90d "$@" || faketime -f -90d "$@" || faketime -f -90d "$@"; }
            sign good subjectAltName=DNS:localhost ca
            sign wrong subjectAltName=DNS:other.example ca
            sign expired subjectAltName=DNS:localhost ca past
            sign two subjectAltName=DNS:other.example ca past
            sign wildcard 'subjectAltName=DNS:*.example.org' ca
            sign partial 'subjectAltName=DNS:bo*.example.org,DNS:*.org' ca
            sign address subjectAltName=IP:127.0.0.1 ca
            sign middle basicConstraints=critical,CA:TRUE ca
            sign below-middle subjectAltName=DNS:localhost middle
            printf '\(user):%s\\n' "$(openssl passwd -apr1 '\(password)')" > users
            """)
    }

    private static func start(
        _ sandbox: ProgramSandbox, _ folder: String, _ backend: String, _ repositories: String,
        _ socket: String, _ wrap: BackgroundProgram
    ) throws -> ([String: Int], [BackgroundProgram]) {
        try writeFile(
            folder + "/backend",
            """
            include /etc/nginx/fastcgi_params;
            fastcgi_param SCRIPT_FILENAME \(backend);
            fastcgi_param GIT_PROJECT_ROOT \(repositories);
            fastcgi_param GIT_HTTP_EXPORT_ALL "";
            fastcgi_param PATH_INFO $uri;
            fastcgi_param REMOTE_USER $remote_user;
            fastcgi_read_timeout 300;
            fastcgi_pass unix:\(socket);

            """)
        for attempt in 1...20 {
            var ports: [String: Int] = [:]
            for name in places.keys { ports[name] = try freePort() }
            let file = "\(folder)/nginx-\(attempt)"
            try writeFile(file, settings(folder, ports))
            let server = try BackgroundProgram(
                ["/usr/sbin/nginx", "-e", file + ".log", "-c", file],
                environment: sandbox.environment, log: file + ".log")
            if try server.waitFor("start worker processes") { return (ports, [wrap, server]) }
        }
        throw WaitFailure(what: "a web server")
    }

    /// The settings that keep nginx's temporary files in a folder.
    static func temporaryFolders(in folder: String) -> String {
        ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"].map {
            "\($0)_temp_path \(folder)/\($0);\n"
        }.joined()
    }

    private static func settings(_ folder: String, _ ports: [String: Int]) -> String {
        let servers = ports.map { name, port in
            let (certificate, settings) = places[name] ?? (nil, "")
            let keys = certificate.map {
                "ssl_certificate \(folder)/\($0).pem; ssl_certificate_key \(folder)/\($0).key;"
            }
            return """
                server {
                    listen 127.0.0.1:\(port)\(certificate == nil ? "" : " ssl");
                    \(keys ?? "") \(settings)
                    location /private/ {
                        auth_basic boards; auth_basic_user_file \(folder)/users;
                        rewrite ^/private/(.*) /$1 break; include \(folder)/backend;
                    }
                    location /busy/ { add_header Retry-After 90 always; return 429; }
                    location /open/ { rewrite ^/open/(.*) /$1 break; include \(folder)/backend; }
                    location /moved/ {
                        rewrite ^/moved/(.*) https://localhost:\(port)/private/$1 permanent;
                    }
                    location /down/ { return 302 http://localhost:\(ports["plain"] ?? 0)/open/$uri; }
                }

                """
        }
        return """
            \(getuid() == 0 ? "user root;" : "")
            daemon off; worker_processes 2; pid \(folder)/pid;
            error_log stderr notice;
            events { worker_connections 256; }
            http {
                log_format tls '$server_port|$ssl_protocol|$ssl_server_name';
                access_log \(folder)/access tls; client_max_body_size 0;
                ssl_protocols TLSv1.2 TLSv1.3;
                \(temporaryFolders(in: folder))\(servers.joined())
            }

            """
    }
}
