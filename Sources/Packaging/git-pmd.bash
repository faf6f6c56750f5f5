# Completion of 'git pmd' for bash; git's own completion loads it.
_git_pmd() {
    declare -F _pmd >/dev/null || _completion_loader pmd
    local before=${COMP_LINE%%pmd*} word=${COMP_WORDS[COMP_CWORD]}
    case $word in [:=]) word= ;; esac
    local COMP_LINE=${COMP_LINE#"$before"} COMP_POINT=$((COMP_POINT - ${#before}))
    _pmd pmd "$word"
}
