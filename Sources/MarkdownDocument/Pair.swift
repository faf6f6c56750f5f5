/// A key and its value inside a mapping.
package struct Pair: Hashable, Sendable {
    package var key: Text
    package var value: Text

    package init(key: Text, value: Text) {
        self.key = key
        self.value = value
    }
}
