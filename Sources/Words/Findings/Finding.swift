import MarkdownDocument
package import TaskBoard

extension Finding {
    /// The finding in the form of compiler errors, such as `todo/x.md:3:5: due:
    /// "soon" is not a date`.
    package var sentence: Bilingual {
        let numbers = [line, column].compactMap { $0.map(String.init) }
        let place = ([visible(path)] + numbers).joined(separator: ":") + ": "
        let words = words
        return Bilingual(place + words.english, place + words.korean)
    }

    /// The problem, without the position.
    package var words: Bilingual { fault.words }
}

extension Finding.Fault {
    fileprivate var words: Bilingual {
        switch self {
        case .problem(let fault): fault.words
        case .settings(let error), .unusedSetting(let error): error.words
        case .word(let error): error.sentence
        case .unread(let reason): reason.words
        case .overLimit(let count, let limit):
            Bilingual(
                "\(count) tasks, but the limit is \(limit)", "할 일이 \(count)개로 한도 \(limit)개를 초과합니다")
        case .repeatNeedsDue:
            Bilingual(
                "repeat: the rule counts from 'due', which is missing: the task will not repeat",
                "repeat: 규칙의 기준인 'due' 키가 없어 반복되지 않습니다")
        case .unknownBlocker(let id):
            Bilingual(
                "blocked-by: there is no task '\(plainWords(id.text))'",
                "blocked-by: '\(plainWords(id.text))' 할 일이 없습니다")
        case .blockingCycle:
            Bilingual(
                "blocked-by: the task blocks itself, directly or through others",
                "blocked-by: 할 일이 직접 또는 다른 할 일을 거쳐 자기 자신의 선행 할 일이 됩니다")
        case .unknownParent(let id):
            Bilingual(
                "parent: there is no task '\(plainWords(id.text))'",
                "parent: '\(plainWords(id.text))' 할 일이 없습니다")
        case .parentCycle:
            Bilingual(
                "parent: the task is its own parent, directly or through others, and has no parent "
                    + "until one of them is changed",
                "parent: 할 일이 직접 또는 다른 할 일을 거쳐 자기 자신의 하위 할 일이어서, 하나를 바꿀 때까지 상위 할 일이 "
                    + "없는 것으로 처리됩니다")
        case .nearKey(let key, let meant):
            Bilingual(
                "'\(plainWords(key))' is not a key of pmd; rename it if you meant '\(plainWords(meant))'",
                "'\(plainWords(key))' 키는 pmd의 키가 아닙니다. '\(plainWords(meant))' 키라면 이름을 바꾸세요")
        case .formerKey(let key, let new, let hasBoth): Self.former(key, new, hasBoth: hasBoth)
        case .commentedText(let key, let text): Self.commented(key, text)
        case .undefinedAlias(let name): Self.undefined(plainWords(name))
        case .mergeMarkers:
            Bilingual(
                "unresolved merge markers: keep the right lines and delete the markers",
                "해결되지 않은 병합 표시입니다. 필요한 줄을 남기고 표시를 지우세요")
        case .longBody(let body): body.words
        case .name(let fault): fault.words
        case .conflictFile(let settings) where settings.isEmpty:
            Bilingual(
                "lost a merge: copy what you need from it, then delete it",
                "병합할 때 밀려난 파일입니다. 필요한 내용을 옮긴 뒤 지우세요")
        case .conflictFile(let settings): Self.lost(settings)
        }
    }

    private static func lost(_ settings: [Text]) -> Bilingual {
        let names =
            settings.prefix(5).map { "'\(plainWords($0))'" }.joined(separator: ", ")
            + (settings.count > 5 ? ", …" : "")
        return Bilingual(
            "lost a merge, with \(settings.count == 1 ? "another value" : "other values") of "
                + "\(names): copy what you need to pmd.yml, then delete this file",
            "병합할 때 밀려난 파일로, pmd.yml과 \(names) 값이 다릅니다. 필요한 값을 pmd.yml로 옮긴 뒤 이 파일을 "
                + "지우세요")
    }

    private static func undefined(_ name: String) -> Bilingual {
        let anchor = Particle.subject.after("'&\(name)'")
        return Bilingual(
            "the alias '*\(name)' has no anchor '&\(name)' above it, so other programs cannot read "
                + "the file: write the value instead",
            "별칭 '*\(name)'의 앵커 \(anchor) 위에 없어 다른 프로그램이 파일을 읽지 못합니다. 별칭 대신 값을 쓰세요")
    }

    private static func commented(_ key: Text, _ text: CommentedText) -> Bilingual {
        let quoted = "'" + plainWords(text.whole).replacing("'", with: "''") + "'"
        let line = text.isElement ? "- \(quoted)" : "\(plainWords(key)): \(quoted)"
        let comment = plainWords(text.comment)
        return Bilingual(
            "'\(plainWords(key))': YAML reads '\(comment)' as a comment; if it is text, write: "
                + line,
            "'\(plainWords(key))' 키: YAML에서 \(Particle.topic.after("'\(comment)'")) 주석입니다. 내용이라면 이렇게 쓰세요: \(line)"
        )
    }

    private static func former(_ key: Text, _ new: Text, hasBoth: Bool) -> Bilingual {
        let (key, new) = (plainWords(key), plainWords(new))
        if hasBoth {
            return Bilingual(
                "'\(key)' is the former key of '\(new)', which has a value too: remove one, as with "
                    + "'pmd edit TASK \(key)='",
                "'\(key)' 키는 '\(new)' 필드의 이전 이름이고 두 키에 모두 값이 있습니다. 'pmd edit TASK \(key)='처럼 하나를 "
                    + "지우세요")
        }
        return Bilingual(
            "'\(key)' is the former key of '\(new)': move the value, as with "
                + "'pmd edit TASK \(new)=VALUE \(key)='",
            "'\(key)' 키는 '\(new)' 필드의 이전 이름입니다. 'pmd edit TASK \(new)=VALUE \(key)='처럼 값을 옮기세요")
    }
}

extension LongBody {
    /// The warning about the body.
    package var words: Bilingual {
        Bilingual(
            "the body has \(count) characters, but the limit is \(limit)",
            "본문이 \(count)자로 한도 \(limit)자를 초과합니다")
    }
}

extension NameFault {
    /// The name, the reason some systems reject it, and a fix.
    package var words: Bilingual {
        let isASCII = name.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F }
        let shown = "'\(isASCII ? name.string : visible(name.utf8))'"
        let reason = reason.words
        return Bilingual(
            "the name \(shown) \(reason.english): rename it",
            "이름 \(shown): \(reason.korean). 이름을 바꾸세요")
    }
}

extension NameFault.Reason {
    fileprivate var words: Bilingual {
        switch self {
        case .notUTF8: Bilingual("is not UTF-8", "UTF-8이 아닙니다")
        case .invisibleCharacters: Bilingual("has invisible characters", "보이지 않는 문자가 있습니다")
        case .leadingDash: Bilingual("begins with '-'", "'-' 문자로 시작합니다")
        case .tooLong(let limit): Bilingual("is over \(limit) bytes", "\(limit)바이트보다 깁니다")
        case .refusedCharacter:
            Bilingual(
                "has one of \\ : * ? \" < > |, which some systems reject",
                "일부 시스템에서 쓸 수 없는 문자(\\ : * ? \" < > |)가 있습니다")
        case .reserved: Bilingual("is reserved on some systems", "일부 시스템에서는 쓸 수 없는 이름입니다")
        }
    }
}
