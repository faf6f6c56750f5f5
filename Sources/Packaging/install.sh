#!/usr/bin/env bash
# Installs pmd for you or for all users, and uninstalls it.
#
#   ./install.sh                               installs into ~/.local
#   sudo PREFIX=/usr/local ./install.sh        installs for all users
#   ./install.sh --force                       also replaces files that it did not install
#   ~/.local/share/pmd/install.sh --uninstall  removes the files that it installed, and no others
#
# It changes no settings, but prints the lines that your shell may need.
[ -n "${BASH_VERSION-}" ] || exec bash "$0" "$@"
set -euo pipefail
export LC_ALL=C
umask 022

here=$(cd "$(dirname "$0")" && pwd)
# The installed copy uninstalls from its own prefix by default.
if [ -e "$here/installed" ]; then default=${here%/share/pmd}; else default=${HOME-}/.local; fi
prefix=${PREFIX:-$default}

main() {
    local force=no action=install word
    for word in "$@"; do
        case $word in
            --force) force=yes ;;
            --uninstall) action=uninstall ;;
            --help) usage && exit ;;
            *) usage >&2 && exit 64 ;;
        esac
    done
    case $prefix in
        *["\"\\\$%\`'"]* | *[[:cntrl:]]*) fail 64 "systemd units cannot contain this path: $prefix" ;;
        /*) ;;
        *) prefix=$PWD/$prefix ;;
    esac
    # Resolve symlinks, so that the path matches those in units and in the links of enabled units.
    [ ! -d "$prefix" ] || prefix=$(cd -- "$prefix" && pwd -P)
    # Each line of the list has a file's fingerprint, or 'folder', and a path relative to the prefix.
    list=$prefix/share/pmd/installed
    "$action" "$force"
}

# Prints the comment at the top of this file.
usage() { sed -n '2,/^set/ { /^#/ { s/^# \{0,1\}//; p; }; }' "$0"; }

install() { # FORCE
    [ -x "$here/bin/pmd" ] || fail 66 "$here/bin/pmd is missing: unpack the whole archive"
    check_program
    temporary=$(mktemp -d)
    trap 'rm -rf "$temporary"' EXIT
    stage
    refuse_foreign "$1"
    check_writable
    make_folders
    # Until the end, the list contains old and new files, so that another run can finish the job.
    [ ! -e "$list" ] || cat "$list" >>"$temporary/list"
    put "$temporary/list" "$list"
    local path
    while read -r _ path; do
        put "$temporary/tree/$path" "$prefix/$path"
    done <"$temporary/files"
    remove_outdated
    { cat "$temporary/files"; grep '^folder ' "$temporary/list" || true; } >"$temporary/final"
    put "$temporary/final" "$list"
    local version
    version=$("$prefix/bin/pmd" --version)
    echo "pmd $version is installed in $prefix"
    check_path
    check_shells
    check_libraries
}

uninstall() {
    [ -e "$list" ] || fail 66 "nothing is installed in $prefix: $list is missing"
    local enabled=() unit
    for unit in "${XDG_CONFIG_HOME:-${HOME-}/.config}"/systemd/user/*.wants/pmd-*@*; do
        [ ! -L "$unit" ] || [[ $(readlink -m -- "$unit") != "$prefix"/* ]] || enabled+=("${unit##*/}")
    done
    [ ${#enabled[@]} -eq 0 ] ||
        fail 75 "units are still enabled: systemctl --user disable --now$(printf " '%s'" "${enabled[@]}")"
    ! crontab -l 2>/dev/null </dev/null | grep -qF -- "$prefix/bin/pmd" ||
        fail 75 "your crontab still runs $prefix/bin/pmd: remove its lines with 'pmd sync --uninstall' and" \
            "'pmd remind --uninstall' on their boards, or with 'crontab -e'"
    local path print left=()
    while read -r print path; do
        # Remove what an interrupted installation left.
        [ "$print" = folder ] || rm -f -- "$prefix/$path.pmd-new"
        if [ "$print" = folder ] || ! exists "$prefix/$path"; then
            continue
        elif grep -qxF -- "$(fingerprint "$prefix/$path") $path" "$list"; then
            rm -f -- "$prefix/$path"
        else
            left+=("$prefix/$path")
        fi
    done < <(sort -u -k 2 "$list")
    [ ${#left[@]} -eq 0 ] || printf 'not removed, because it was changed: %s\n' "${left[@]}" >&2
    local folders=()
    mapfile -t folders < <(sed -n 's/^folder //p' "$list" | sort -ru)
    rm -f -- "$list" "$list.pmd-new"
    for path in "${folders[@]}"; do
        rmdir -- "$prefix/${path#.}" 2>/dev/null || true
    done
    echo "pmd is removed from $prefix; your boards and settings are untouched"
}

# Copies all files to a temporary folder, puts the prefix into those that contain the program's path,
# and lists them.
stage() {
    local tree=$temporary/tree path
    mkdir -p "$tree/share/pmd"
    cp -a "$here/bin" "$here/share" "$tree/"
    cp "$here/install.sh" "$tree/share/pmd/install.sh"
    local program=:$prefix/bin/pmd
    [[ $program != *[!A-Za-z0-9/._:%+=,@-]* ]] || program="\"$program\""
    for path in "$tree"/share/systemd/user/*.service; do
        replace "ExecStart=:/usr/bin/pmd" "ExecStart=$program" "$path"
    done
    path=$tree/share/applications/pmd.desktop
    replace "TryExec=pmd" "TryExec=$prefix/bin/pmd" "$path"
    replace ' }" pmd' " }\" \"$prefix/bin/pmd\"" "$path"
    while IFS= read -r path; do
        echo "$(fingerprint "$tree/$path") $path"
    done < <(cd "$tree" && find . ! -type d -printf '%P\n' | sort) >"$temporary/files"
    cp "$temporary/files" "$temporary/list"
}

replace() { # OLD NEW FILE
    local text
    text=$(<"$3")
    [[ $text == *"$1"* ]] || fail 65 "$3 does not contain '$1'"
    printf '%s\n' "${text//"$1"/"$2"}" >"$3"
}

# Fails if installing would replace a file that this script did not install.
refuse_foreign() { # FORCE
    local print path foreign=()
    while read -r print path; do
        if ! exists "$prefix/$path" || [ "$(fingerprint "$prefix/$path")" = "$print" ] ||
            grep -qsxF -- "$(fingerprint "$prefix/$path") $path" "$list"; then
            continue
        fi
        foreign+=("$prefix/$path")
    done <"$temporary/files"
    [ ${#foreign[@]} -eq 0 ] || [ "$1" = yes ] || {
        printf '%s\n' "${foreign[@]}" >&2
        fail 73 "these files were not installed by this script; --force replaces them"
    }
}

# Makes missing folders, and adds them to the list that '--uninstall' reads.
make_folders() {
    local path
    [ -d "$prefix" ] || { mkdir -p "$prefix" && echo "folder ." >>"$temporary/list"; }
    while IFS= read -r path; do
        [ -d "$prefix/$path" ] || { mkdir "$prefix/$path" && echo "folder $path" >>"$temporary/list"; }
    done < <(cd "$temporary/tree" && find . -mindepth 1 -type d -printf '%P\n' | sort)
}

# Replaces a file atomically, so that a running program keeps its old one.
put() { # FROM TO
    rm -f -- "$2.pmd-new"
    cp -P -- "$1" "$2.pmd-new"
    mv -fT -- "$2.pmd-new" "$2"
}

# Fails, before anything changes, if the prefix is not writable.
check_writable() {
    local folder=$prefix
    until [ -e "$folder" ]; do folder=$(dirname -- "$folder"); done
    [ -d "$folder" ] || fail 73 "$folder is not a folder"
    [ -w "$folder" ] || fail 77 "no permission to write to $folder: use sudo, or choose another folder with PREFIX"
}

# Removes files of an older pmd that are not part of this one.
remove_outdated() {
    local print path
    while read -r print path; do
        if [ "$print" = folder ] || ! exists "$prefix/$path"; then continue; fi
        cut -d ' ' -f 2- "$temporary/files" | grep -qxF -- "$path" && continue
        [ "$(fingerprint "$prefix/$path")" != "$print" ] || rm -f -- "$prefix/$path"
    done <"$temporary/list"
}

exists() { [ -e "$1" ] || [ -L "$1" ]; }

fingerprint() { # FILE
    if [ -L "$1" ]; then
        echo "link:$(readlink "$1")"
    elif [ -f "$1" ]; then
        sha256sum <"$1" | cut -d ' ' -f 1
    else
        # Do not read it: a read from a pipe would block.
        echo special
    fi
}

# Fails, with the reason, if the program does not run on this system.
check_program() {
    local said
    said=$("$here/bin/pmd" --version 2>&1) && return
    echo "$said" >&2
    case $said in
        *"version \`GLIBC"* | *"version \`CXXABI"*)
            fail 69 "pmd needs glibc 2.35 and the libstdc++ of GCC 11, or newer, as in Debian 12," \
                "Ubuntu 22.04 and Fedora 36; this system has $(getconf GNU_LIBC_VERSION 2>/dev/null ||
                    echo another C library)" ;;
        *libstdc++.so*) fail 69 "pmd needs libstdc++: $(advice libstdc++6 libstdc++ libstdc++6 gcc-libs)" ;;
        *libgcc_s.so*) fail 69 "pmd needs libgcc: $(advice libgcc-s1 libgcc libgcc_s1 gcc-libs)" ;;
        *) fail 69 "pmd does not run on this system: it needs Linux on the processor in the archive's" \
            "name, and glibc 2.35 or newer" ;;
    esac
}

check_path() {
    local first
    hash -r
    first=$(type -P pmd || true)
    if [ "$first" -ef "$prefix/bin/pmd" ]; then
        return
    elif [ -n "$first" ]; then
        echo "warning: another pmd comes first in PATH: $first" >&2
        [[ :$PATH: != *:"$prefix/bin":* ]] || { echo "    run this one as 'git pmd'" >&2; return; }
    fi
    echo "warning: $prefix/bin is not in PATH: add this line to ~/.profile, and log in again" >&2
    echo "    export PATH=\"$prefix/bin:\$PATH\"" >&2
}

# Prints what a shell needs to find its completions.
check_shells() {
    local share=$prefix/share
    [ -e /usr/share/bash-completion/bash_completion ] ||
        echo "for completion in bash, install the package bash-completion, or add this line to ~/.bashrc:
    . \"$share/bash-completion/completions/pmd\""
    if command -v zsh >/dev/null &&
        ! zsh -fc 'print -l -- $fpath' | grep -qxF -- "$share/zsh/site-functions"; then
        echo "for completion in zsh, add this line to ~/.zshrc, before compinit:
    fpath=(\"$share/zsh/site-functions\" \$fpath)"
    fi
}

check_libraries() {
    local known
    known=$(PATH=$PATH:/usr/sbin:/sbin ldconfig -p 2>/dev/null) || return 0
    local libical=libical3
    ! apt-cache show libical3t64 >/dev/null 2>&1 || libical=libical3t64
    [[ $known == *libical.so.3* ]] ||
        echo "to read calendars, pmd needs libical: $(advice $libical libical libical3 libical)"
    command -v ssh >/dev/null || echo "to sync over ssh, pmd needs ssh:" \
        "$(advice openssh-client openssh-clients openssh-clients openssh)"
}

# Prints the command that installs a package, given its names in four distribution families.
advice() { # DEBIAN FEDORA SUSE ARCH
    # shellcheck source=/dev/null
    case " $(. /etc/os-release 2>/dev/null && echo "${ID-} ${ID_LIKE-}") " in
        *" debian "* | *" ubuntu "*) echo "sudo apt-get install $1" ;;
        *" fedora "* | *" rhel "*) echo "sudo dnf install $2" ;;
        *" suse "* | *" opensuse "*) echo "sudo zypper install $3" ;;
        *" arch "*) echo "sudo pacman -S $4" ;;
        *) echo "the package is $1 in Debian and $2 in Fedora" ;;
    esac
}

fail() { # STATUS WORD...
    local status=$1
    shift
    echo "install.sh: $*" >&2
    exit "$status"
}

main "$@"
