/// Hashes and the codes that an independent program derived from them.
enum CodeExamples {
    static let all: [(String, String)] = [
        ("b6589fc6ab0dc82cf12099d1c2d40ab994e8410c", "83mj95"),
        ("356a192b7913b04c54574d18c28d46e6395428ab", "3rx2kf"),
        ("da4b9237bacccdf19c0760cab7aec4a8359010b0", "98vfn6"),
        ("77de68daecd823babbb58edb1c8e14d7106e83bb", "jxkr5d"),
        ("1b6453892473a467d07372d45eb05abc2031647a", "wkm5ng"),
        ("ac3478d69a3c81fa62e60f5c3696165a4e5e6ac4", "7qhtv6"),
        ("c1dfd96eea8cc2b62785275bca38ac261256e278", "ppxm8c"),
        ("902ba3cda1883801594b6e1b452790cc53948fda", "nj584g"),
        ("fe5dbbcea5ce7e2988b8c69bcfdfde8904aabc1f", "bg89rn"),
        ("0ade7c2cf97f75d009975f4d720d1fa6c19f4897", "rbhm9s"),
        ("b1d5781111d84f7b3fe45a0852e59758cd7a87e5", "7wk7qw"),
        ("17ba0791499db908433b80f37c5fbc89b870084b", "s9spx4"),
        ("e69de29bb2d1d6434b8b29ae775ad8c2e48c5391", "9nwx7b"),
        ("00000000000000000000000000000000ffffffff", "f4bqxh"),
        ("000000000000000000000123456789abcdef0123", "3t4tfv"),
    ]
}
