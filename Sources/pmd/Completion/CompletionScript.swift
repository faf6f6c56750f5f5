extension Completion.Shell {
    /// The script that makes the shell ask `pmd __complete` for candidates.
    ///
    /// The scripts do not list commands and expand nothing. The first line of the answer is
    /// `space`, `nospace`, `replace` if zsh should replace the word by candidates that do not start
    /// with it, or `folders` or `files` if the shell should complete these. Each other
    /// line is a candidate, which the shell only ever treats as data.
    ///
    /// The scripts call the pmd in `PATH`, never the program as typed: `./pmd` may be a file on
    /// the board.
    var completionScript: String {
        switch self {
        case .bash: Self.bashScript
        case .zsh: Self.zshScript
        case .fish: Self.fishScript
        }
    }

    /// The candidates are already quoted, since bash inserts them as they are.
    private static let bashScript = #"""
        # Completion of pmd for bash, printed by 'pmd completion bash'.
        _pmd() {
            local -a candidates=()
            COMPREPLY=()
            type -P pmd >/dev/null || return 0
            mapfile -t candidates < <(COLUMNS=${COLUMNS:-80} command pmd __complete bash \
                "${COMP_LINE:0:COMP_POINT}" "$2" "${COMP_TYPE-}" 2>/dev/null </dev/null)
            case "${candidates[0]-}" in
                space) ;;
                nospace) compopt -o nospace ;;
                *) return 0 ;;
            esac
            compopt -o nosort 2>/dev/null
            COMPREPLY=("${candidates[@]:1}")
        }
        # git's completion calls this for 'git pmd', and adds no space itself.
        _git_pmd() {
            local COMP_LINE="pmd${COMP_LINE#* pmd}" word=${COMP_WORDS[COMP_CWORD]}
            local COMP_POINT=${#COMP_LINE}
            [[ $word == [:=] ]] && word=
            _pmd pmd "$word"
            [[ "${COMPREPLY[0]-}" == *[:=/] ]] || compopt +o nospace
        }
        complete -F _pmd pmd
        """#

    /// Each candidate is followed by a tab and its form in the listing; `compadd` quotes the
    /// inserted text.
    private static let zshScript = #"""
        #compdef pmd
        # Completion of pmd for zsh, printed by 'pmd completion zsh'.
        _pmd() {
            local answer line
            local -a lines shape closed closed_shown open open_shown
            (( $+commands[pmd] )) || return 1
            answer=$(COLUMNS=$COLUMNS command pmd __complete zsh \
                "${(@Q)words[1,CURRENT-1]}" "${(Q)PREFIX}" 2>/dev/null </dev/null)
            lines=("${(@f)answer}")
            case "$lines[1]" in
                folders) _files -/; return ;;
                files) _files; return ;;
                space) ;;
                replace) shape=(-U) ;;
                *) return 1 ;;
            esac
            for line in "${(@)lines[2,-1]}"; do
                if [[ "${line%%$'\t'*}" == *[:=] ]]; then
                    open+=("${line%%$'\t'*}") open_shown+=("${line#*$'\t'}")
                else
                    closed+=("${line%%$'\t'*}") closed_shown+=("${line#*$'\t'}")
                fi
            done
            # Candidates with descriptions are listed one on a line.
            [[ "$answer" == *' -- '* ]] && shape+=(-l)
            compadd $shape -V pmd -d closed_shown -a -- closed
            compadd $shape -V pmd-open -S '' -d open_shown -a -- open
            (( $#closed + $#open ))
        }
        if [[ "${funcstack[1]-}" == _pmd ]]; then
            _pmd "$@"
        elif (( $+functions[compdef] )); then
            compdef _pmd pmd
        fi
        """#

    /// A candidate may be followed by a tab and a description; fish quotes the inserted text.
    private static let fishScript = #"""
        # Completion of pmd for fish, printed by 'pmd completion fish'.
        function __pmd_complete
            command -sq pmd; or return
            set -l current (commandline -ct)
            set -l lines (command pmd __complete fish (commandline -opc) "$current" \
                2>/dev/null </dev/null)
            switch "$lines[1]"
                case folders
                    __fish_complete_directories "$current" ''
                case files
                    __fish_complete_path "$current" ''
                case space
                    set -e lines[1]
                    set -q lines[1]; and printf '%s\n' $lines
            end
        end
        complete -c pmd -e
        complete -c pmd -f -k -a '(__pmd_complete)'
        """#
}
