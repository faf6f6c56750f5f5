import Clibgit2
import Cmbedtls
import Copenssl
import Glibc
import Testing

@testable import Git

/// TLS through OpenSSL: host names, trusted certificates and failures.
struct TLSTests {
    #if PMD_STATIC
        /// libgit2's own stream, which a connection uses if no other is registered, has a transport
        /// that refuses all calls.
        @Test func `no TLS connection is made without pmd's stream`() throws {
            try Library.start()
            let listener = try Listener("127.0.0.1")
            var made: UnsafeMutableRawPointer?
            #expect(git_mbedtls_stream_new(&made, "127.0.0.1", listener.port) == 0)
            let stream = try #require(made).assumingMemoryBound(to: git_stream.self)
            defer { stream.pointee.free(stream) }
            #expect(stream.pointee.connect(stream) < 0)
            #expect(stream.pointee.write(stream, "x", 1, 0) < 0)
            var byte: UInt8 = 0
            #expect(stream.pointee.read(stream, &byte, 1) < 0)
            #expect(stream.pointee.close(stream) < 0)
        }
    #endif

    @Test(arguments: [
        ("example.org", TLSHost.name("example.org")), ("example.org.", .name("example.org")),
        ("127.0.0.1", .address("127.0.0.1")), ("::1", .address("::1")),
        ("[::1]", .address("::1")), ("fe80::1%eth0", .address("fe80::1")),
        ("1.2.3", .name("1.2.3")), ("", nil), (".", nil), ("[]", nil),
    ])
    func `a host is a name or an address`(text: String, host: TLSHost?) {
        #expect(TLSHost(text) == host)
    }

    @Test(arguments: [
        (file: "/a", folder: "/b", wanted: "/a /b"), ("/a", "", "/a -"), ("", "/b", "- /b"),
    ])
    func `SSL_CERT_FILE and SSL_CERT_DIR replace the machine's certificates`(
        file: String, folder: String, wanted: String
    ) {
        let trusted = TrustedCertificates.ofMachine {
            ["SSL_CERT_FILE": file, "SSL_CERT_DIR": folder][$0]
        }
        #expect("\(trusted?.file ?? "-") \(trusted?.folder ?? "-")" == wanted)
    }

    @Test func `some folders of SSL_CERT_DIR may be missing, but not all`() throws {
        let folder = "/tmp"
        _ = try TLSContext(TrustedCertificates(file: nil, folder: "/nowhere:" + folder))
        #expect(throws: GitError.self) {
            try TLSContext(TrustedCertificates(file: nil, folder: "/nowhere:/no/more"))
        }
    }

    @Test(
        arguments: [
            (.stream, nil), (.library(code: 0), "TLS failed"),
            (.noCertificate, "it presented no certificate"),
            (.cutOff, "it closed the connection too early"),
            (.untrusted(faults: [X509_V_ERR_CERT_HAS_EXPIRED]), "it has expired"),
            (
                // Each certificate in a chain has a fault, and several have the same one.
                .untrusted(faults: [
                    X509_V_ERR_SELF_SIGNED_CERT_IN_CHAIN, X509_V_ERR_CERT_UNTRUSTED,
                    X509_V_ERR_HOSTNAME_MISMATCH,
                ]), "it is not signed by a trusted authority, and it is for another host"
            ),
            (.misuse(.noAuthorities), "no trusted certificates are set"),
            (.misuse(.noHost), "the address has no host"), (.misuse(.noStream), "no stream"),
        ] as [(TLSFailure, String?)])
    func `each failure has one sentence, unless libgit2 reports it`(
        failure: TLSFailure, sentence: String?
    ) {
        #expect(failure.sentence == sentence)
    }
}
