extension CommandProblem {
    var english: String {
        switch self {
        case .untranslated(let words): words
        case .notUTF8(let word): "'\(word)' is not UTF-8"
        case .inputNotUTF8: "standard input is not UTF-8"
        case .inputTooLarge(let mebibytes): "standard input holds more than \(mebibytes) MiB"
        case .inputNamesNoTask: "standard input names no task"
        case .inputTwice:
            "'-' stands for standard input, which can be read once: write it once"
        case .unclosedQuote(let command, let words):
            "\(command.english) has an unclosed quote: \(words)"
        case .optionWithoutValue(let option): "'\(option)' needs a value"
        case .unknownOptionOfPmd(let option):
            "'\(option)' is not an option of pmd; see 'pmd --help'"
        case .unknownCommand(let word, let near):
            "'\(word)' is not a command of pmd; "
                + (near.map { "did you mean 'pmd \($0)'?" } ?? "see 'pmd --help'")
        case .optionOfOther(let option, let command, .option(let near)):
            "'\(option)' is not an option of 'pmd \(command)'; did you mean '\(near)'?"
        case .optionOfOther(let option, let command, .help(let topic)):
            "'\(option)' is not an option of 'pmd \(command)'; see 'pmd \(topic) --help'"
        case .optionOfOther(let option, let command, nil):
            "'\(option)' is not an option of 'pmd \(command)'"
        case .joinedNumber(let option, let value):
            "'\(option)' and its value are two words: try '\(option) \(value)'"
        case .repeatedOption(let option): "'\(option)' is given twice, and it takes one value"
        case .optionLikeValue(let value, let option):
            "'\(option)' needs a value, and '\(value)' looks like an option; write "
                + "'\(option)=\(value)' to use it as the value"
        case .noFolder(let folder): "folder '\(folder)' does not exist"
        case .ownPathUnknown: "pmd cannot find its own program file"
        case .notAPriority(let word):
            "'--priority': '\(word)' is not a priority; choose high, medium or low"
        case .meNotSet: "'@me' is not set: run 'git config pmd.me NAME'"
        case .emptyElements(let word, let option, let kind):
            "'\(option)': '\(word)' is empty; expected \(kind.english)"
        case .noneAsValue(let option):
            "'\(option)': 'none' is not a value here; omit the option"
        case .wrongLimit(let count):
            "'-n' cannot be \(count): it is the greatest number of tasks"
        case .wrongNumber(let number, .undone):
            "the number cannot be \(number): it is the number of actions to undo"
        case .wrongNumber(let number, .redone):
            "the number cannot be \(number): it is the number of undos to redo"
        case .notACommitOrNumber(let word):
            "'\(word)' is neither a number nor a commit; 'pmd log' shows the commits"
        case .futureDate(let date, "--at"):
            "'--at': \(date) is in the future; name a date in the past"
        case .futureDate(let date, let option):
            "'\(option)': '\(date)' is in the future; try a day that is past"
        case .wrongRange: "'--since' is after '--until': exchange them"
        case .patchAndJSON:
            "'--patch' has no effect on '--json', where each change has 'from' and 'to'; omit one"
        case .unknownAction(let word, let known):
            "'--action': unknown action '\(word)'; choose \(known.joined(separator: ", "))"
        case .unknownFormat(let name, let near, let known):
            "unknown format '\(name)'; "
                + (near.map { "did you mean '\($0)'?" }
                    ?? "choose one of \(known.joined(separator: ", "))")
        case .eventsNeedICS: "'--events' is of ics only: 'pmd export ics --events'"
        case .exportNeedsFolder(let format):
            "\(format) is a folder of files: name a new folder with --to"
        case .unknownShell(nil, let known): "name a shell: \(known)"
        case .unknownShell(let shell?, let known):
            "pmd has no completion for the shell '\(shell)'; choose \(known)"
        case .unknownTopic(let topic, let near, let known):
            "no help on '\(topic)'; "
                + (near.map { "did you mean 'pmd help \($0)'?" }
                    ?? "choose \(known.joined(separator: ", "))")
        case .emptyPath: "the path is empty: give a file or a folder, such as '.'"
        case .emptyRemote: "the remote is empty: give a URL or a path"
        case .queryMissing: "'where' needs a query, such as 'where +house'"
        case .queryWithoutCondition:
            "this query has no condition: 'where is:any' names every task"
        case .whereWithoutTasks:
            "'where' is for commands that take tasks: omit it here, or write '-- where' to "
                + "search for the word"
        case .restOfTitle(let word, let title, let code):
            "'\(word)' goes on with the title \(title): write the task as one word, such as "
                + "\(code), or quote its title"
        case .declined: "nothing changed"
        case .noteMissing: "the note is missing: write it after the task"
        case .taskMissing: "name a task to edit, by its code or by words of its title"
        case .changeMissing:
            "the change is missing: 'pmd edit where QUERY -- CHANGE', or use an option"
        case .notAChange(let word):
            "'\(word)' is not a change; after '--' write +tag, not:tag, @person, KEY:VALUE and "
                + "KEY=VALUE"
        case .twoValues(let key, let one, let other):
            "'\(key)' cannot be both \(one) and \(other); give one of them"
        case .optionAndWord(let key, let value, let typed):
            "'--\(key)' and '\(key):' differ: \(value) and \(typed); give one of them"
        case .addedAndRemoved(let element, let key):
            "'\(element)' is added to '\(key)' and removed; give one of them"
        case .severalForBlame(let count):
            "'pmd blame' shows one task, and these words name \(count)"
        case .notKeyAndValue(let word):
            "'\(word)' is not KEY=VALUE; try KEY=VALUE, such as due=fri"
        case .changedSince(let reversal, let values):
            "\(reversal.english), because it was changed since: \(values)"
        case .configUsage:
            "expected 'pmd config KEY VALUE', 'pmd config states add NAME', 'states remove "
                + "NAME' or 'states rename OLD NEW'; a value with blanks needs quotes"
        case .statesUsage(let action, let names):
            "expected 'pmd config states \(action) \(names)'"
        case .localUsage: "expected 'pmd config --local view NAME' or '… view none'"
        case .joinedSetting(let word, let suggestion):
            "'\(word)': a key and its value are two words; try \(suggestion)"
        case .colourWithoutEffect(let key, let near, let known):
            "\(key) has no effect: "
                + (near.map { "did you mean 'pmd.color.\($0)'?" }
                    ?? "choose one of \(known.joined(separator: ", "))")
        case .wrongColour(let key, let value, let error): "\(key) is '\(value)': \(error)"
        case .wrongSetting(let key, let value, let choices):
            "git's setting \(key) is '\(value)': choose \(choices.english)"
        case .wrongMinutes(let key, let value):
            "git's setting \(key) is '\(value)': give a number of minutes, from 1 on"
        case .settingOutOfRange(let key, let choices):
            "\(key): choose one of \(choices.joined(separator: ", "))"
        case .settingNotMinutes(let key): "\(key): give a number of minutes, from 1 on"
        case .unknownKeyAction(let name, let near):
            "git's setting pmd.key.\(name) has no effect: "
                + (near.map { "did you mean 'pmd.key.\($0)'?" } ?? "there is no such action")
        case .unknownKey(let key, let action):
            "git's setting pmd.key.\(action) is '\(key)', which is no key: use a character, or a "
                + "name such as Ctrl-D, F5 or Delete"
        case .fixedKey(let action):
            "git's setting pmd.key.\(action) has no effect: this key is the same on every board"
        case .takenKey(let key, let action):
            "git's setting pmd.key.\(action) is '\(key)', which has another meaning: choose "
                + "another key"
        case .noJSON(let command):
            "'pmd \(command)' prints no JSON: 'pmd board --json' prints the board"
        case .portTaken(let port):
            "port \(port) is taken, perhaps by another 'pmd serve': choose one with '--port'"
        case .notListening(let place, let cause): "cannot listen at \(place): \(cause)"
        case .wrongOrigin(let text):
            "'--origin': '\(text)' is not the beginning of an address; expected one such as "
                + "https://board.example.org"
        case .hostWithoutOrigin(let host):
            "'--host \(host)' lets other machines in: name the addresses of the page with '--origin'"
        case .wrongInterval(let text):
            "'--sync-every': '\(text)' is not a time; expected one such as 5m, from 10s to 24h"
        case .proxyMissing:
            "'--user-header' trusts what the header says: use it with '--socket' or "
                + "'--trusted-proxy'"
        case .wrongHeaderName(let name): "'--user-header': '\(name)' is not the name of a header"
        case .wrongProxyAddress(let text):
            "'--trusted-proxy': '\(text)' is not an IP address"
        case .localProxy(let address):
            "'--trusted-proxy \(address)' would let every user of this machine act as anyone: use "
                + "'--socket', or '--proxy-secret' with a file whose secret the proxy sends"
        case .wrongSecretFile(let path):
            "'\(path)' is not a secret: it must be a file of yours with mode 600, with a first line "
                + "of 32 to 512 letters, digits and signs"
        case .secretNotRead(let path, let cause): "'\(path)' cannot be read: \(cause)"
        case .wrongPassedSocket:
            "LISTEN_FDS names sockets at which no board can be served; expected ListenStream lines "
                + "with one port, or with sockets in the file system"
        case .passedWithOthers:
            "systemd chose where the server listens: change the socket unit in place of '--port', "
                + "'--host' and '--socket'"
        case .passedWithoutOrigin(let place):
            "systemd passed a socket at \(place), which is for others too: name the address of the "
                + "page with '--origin'"
        case .socketWithOthers: "'--socket' takes the place of '--host' and '--port'"
        case .socketTaken(let path): "'\(path)' is there already: another server may listen at it"
        case .originMissing:
            "'--socket' is for a proxy: name the address of the page with '--origin'"
        case .practiceWithOthers: "'--try' opens a new board: leave out '--at' and '-C'"
        case .practiceFailed: "the board to try things on could not be made"
        case .practiceFolder(let place, let cause):
            "a folder below '\(place)' cannot be made: \(cause)"
        case .plainWithOthers: "'--plain' shows the whole board as it is: leave out the rest"
        case .noTerminal(let isDumb):
            "the board needs a terminal, and \(isDumb ? "TERM is 'dumb'" : "this is none"): "
                + "'pmd board' prints it"
        case .noTerminalForEditor:
            "no terminal for an editor: name a change, such as due:fri, or set core.editor or EDITOR"
        case .editorNotStarted(let name, let cause):
            "editor '\(name)' cannot be started: \(cause); set core.editor or EDITOR to one that is "
                + "installed"
        case .editorNotAwaited(let name, let cause):
            "cannot wait for editor '\(name)': \(cause)"
        case .editorFailed(let name, let code): "editor '\(name)' exited with \(code)"
        case .noPipe(let cause): "cannot make a pipe: \(cause)"
        case .terminalNotAwaited(let cause): "cannot wait for the terminal: \(cause)"
        case .pmdNotStarted(let cause): "pmd cannot be started: \(cause)"
        case .pageNotWritten(let place, let cause):
            "no page for the browser can be written in '\(place)': \(cause)"
        case .browserNotStarted(let cause): "'xdg-open' cannot be started: \(cause)"
        case .outputNotWritten(let cause): "the output cannot be written: \(cause)"
        case .inputNotRead(let cause): "standard input cannot be read: \(cause)"
        }
    }
}

extension CommandProblem.ShellCommand {
    fileprivate var english: String {
        switch self {
        case .line: "the command"
        case .pager: "the pager command"
        }
    }
}

extension CommandProblem.ElementKind {
    fileprivate var english: String {
        switch self {
        case .tag: "a tag such as house"
        case .person: "a person such as ann"
        }
    }
}

extension CommandProblem.Reversal {
    fileprivate var english: String {
        switch self {
        case .undo(true): "would not be undone"
        case .undo(false): "not undone"
        case .redo(true): "would not be redone"
        case .redo(false): "not redone"
        }
    }
}

extension [String] {
    /// `auto, light or dark`
    fileprivate var english: String {
        guard count > 1, let last else { return first ?? "" }
        return dropLast().joined(separator: ", ") + " or " + last
    }
}
