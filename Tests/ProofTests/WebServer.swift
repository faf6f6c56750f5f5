import Glibc
import TestSupport

/// A real nginx before a real `git http-backend`: once without TLS, and once for
/// each of some certificates. All below `/private` want a name and a password.
struct WebServer {
    /// The ports by the certificate that is shown there; `plain` for none.
    let ports: [String: Int]
    /// The folder of certificates; `ca.pem` signed `good`, `wrong` and `expired`.
    let folder: String
    private let programs: [Background]

    static let user = "ann"
    static let password = "s3cret-Pa55"

    /// Nil where this machine has none.
    ///
    /// - Parameter repositories: The folder of the bare repositories.
    init?(
        _ sandbox: Sandbox, _ repositories: String, password: String = WebServer.password
    ) throws {
        let backend = try sandbox.shell("git --exec-path").output.dropLast() + "/git-http-backend"
        guard access("/usr/sbin/nginx", X_OK) == 0, access("/usr/sbin/fcgiwrap", X_OK) == 0,
            access(String(backend), X_OK) == 0
        else { return nil }
        folder = sandbox.folder.path + "/web"
        try Self.makeCertificates(sandbox, folder, password)
        let socket = folder + "/socket"
        let wrap = try Background(
            ["/usr/sbin/fcgiwrap", "-c", "4", "-s", "unix:" + socket],
            environment: sandbox.environment, log: folder + "/wrap.log")
        _ = try eventually("the socket") { access(socket, F_OK) == 0 ? true : nil }
        (ports, programs) = try Self.start(
            sandbox, folder, String(backend), repositories, socket, wrap)
    }

    /// An address of a repository.
    func url(
        _ name: String, at place: String = "good", login: String = "", isPrivate: Bool = true
    ) -> String {
        let scheme = place == "plain" ? "http" : "https"
        return "\(scheme)://\(login)localhost:\(ports[place] ?? 0)/"
            + "\(isPrivate ? "private" : "open")/\(name)"
    }

    /// The fingerprint of a certificate in OpenSSL's words.
    func fingerprint(_ name: String, _ sandbox: Sandbox) throws -> String {
        let text = try sandbox.must(
            "openssl x509 -in \(folder)/\(name).pem -noout -fingerprint -sha256")
        return String(text.drop { $0 != "=" }.dropFirst().dropLast())
    }

    private static func makeCertificates(
        _ sandbox: Sandbox, _ folder: String, _ password: String
    ) throws {
        try sandbox.must(
            """
            mkdir -p '\(folder)'; cd '\(folder)'
            new="openssl req -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes"
            $new -x509 -keyout ca.key -out ca.pem -days 30 -subj '/CN=Test CA' 2>/dev/null
            $new -x509 -keyout self.key -out self.pem -days 30 -subj /CN=localhost \\
                -addext subjectAltName=DNS:localhost 2>/dev/null
            sign() {
                $new -keyout $1.key -out $1.csr -subj /CN=$2 2>/dev/null
                echo subjectAltName=DNS:$2 > $1.ext
                openssl x509 -req -in $1.csr -CA ca.pem -CAkey ca.key -CAcreateserial \\
                    -out $1.pem -days $3 -extfile $1.ext 2>/dev/null
            }
            sign good localhost 30; sign wrong other.example 30; sign expired localhost -1
            printf '\(user):%s\\n' "$(openssl passwd -apr1 '\(password)')" > users
            """)
    }

    private static func start(
        _ sandbox: Sandbox, _ folder: String, _ backend: String, _ repositories: String,
        _ socket: String, _ wrap: Background
    ) throws -> ([String: Int], [Background]) {
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
            for name in ["plain", "good", "wrong", "expired", "self"] {
                ports[name] = try freePort()
            }
            let file = "\(folder)/nginx-\(attempt)"
            try writeFile(file, settings(folder, ports))
            let server = try Background(
                ["/usr/sbin/nginx", "-e", file + ".log", "-c", file],
                environment: sandbox.environment, log: file + ".log")
            if try server.waitFor("start worker processes") { return (ports, [wrap, server]) }
        }
        throw NeverCame(what: "a web server")
    }

    private static func settings(_ folder: String, _ ports: [String: Int]) -> String {
        let servers = ports.map { name, port in
            let keys =
                name == "plain"
                ? ""
                : "ssl_certificate \(folder)/\(name).pem; ssl_certificate_key \(folder)/\(name).key;"
            return """
                server {
                    listen 127.0.0.1:\(port)\(name == "plain" ? "" : " ssl");
                    \(keys)
                    location /private/ {
                        auth_basic boards; auth_basic_user_file \(folder)/users;
                        rewrite ^/private/(.*) /$1 break; include \(folder)/backend;
                    }
                    location /open/ { rewrite ^/open/(.*) /$1 break; include \(folder)/backend; }
                    location /moved/ {
                        rewrite ^/moved/(.*) https://localhost:\(port)/private/$1 permanent;
                    }
                    location /down/ { return 302 http://localhost:\(ports["plain"] ?? 0)/open/$uri; }
                }

                """
        }
        let temporary = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"].map {
            "\($0)_temp_path \(folder)/\($0);\n"
        }
        return """
            \(getuid() == 0 ? "user root;" : "")
            daemon off; worker_processes 2; pid \(folder)/pid;
            error_log stderr notice;
            events { worker_connections 256; }
            http {
                access_log \(folder)/access; client_max_body_size 0;
                \(temporary.joined())\(servers.joined())
            }

            """
    }
}
