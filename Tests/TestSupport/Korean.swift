package import Testing

/// Returns true if a text contains a Hangul syllable.
package func hasHangul(_ text: String) -> Bool {
    text.unicodeScalars.contains { (0xAC00...0xD7A3).contains($0.value) }
}

/// Expects that a sentence is Korean, has every fact that the English one quotes, contains no
/// English sentence, and has no doubled particle after a syllable or digit; and that it is on
/// record.
package func expectKorean(
    _ korean: String, meaning english: String,
    sourceLocation: SourceLocation = #_sourceLocation
) {
    expectRecorded(english, korean, sourceLocation: sourceLocation)
    #expect(hasHangul(korean), "\(korean)", sourceLocation: sourceLocation)
    for fact in quotations(english) {
        #expect(
            korean.contains(fact), "\(fact) is missing: \(korean)", sourceLocation: sourceLocation)
    }
    let sentences = englishSentences(korean)
    #expect(sentences.isEmpty, "English is left: \(korean)", sourceLocation: sourceLocation)
    for doubled in ["을(를)", "이(가)", "은(는)", "과(와)", "(으)로"] {
        for before in korean.ranges(of: doubled).map({ korean[..<$0.lowerBound] }) {
            let last = before.last { !" \"'”’)]".contains($0) }
            #expect(
                last.map { !hasHangul(String($0)) && !$0.isNumber } == true,
                "the sound before \(doubled) is known: \(korean)", sourceLocation: sourceLocation)
        }
    }
}

/// The texts in single quotes, including the quotes. An apostrophe after a letter does not open
/// one.
private func quotations(_ text: String) -> [Substring] {
    var found: [Substring] = []
    var start: String.Index?
    for index in text.indices where text[index] == "'" {
        let next = text.index(after: index)
        if let begun = start {
            guard next == text.endIndex || !isEnglish(text[next]) else { continue }
            found.append(text[begun..<next])
            start = nil
        } else if index == text.startIndex || !isEnglish(text[text.index(before: index)]) {
            start = index
        }
    }
    return found
}

/// The words outside quotes that occur only in English sentences.
private func englishSentences(_ text: String) -> [Substring] {
    let unquoted = quotations(text).reduce(text) { $0.replacing($1, with: " ") }
        .replacing("is:", with: " ")
    let function: Set<Substring> = [
        "the", "is", "are", "was", "were", "has", "have", "cannot", "which", "that", "there",
    ]
    return unquoted.split { !$0.isLetter || !$0.isASCII }.filter { function.contains($0) }
}

private func isEnglish(_ character: Character) -> Bool {
    character.isASCII && character.isLetter
}
