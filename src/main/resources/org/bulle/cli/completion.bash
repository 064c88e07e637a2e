# bash completion for bulle. It asks bulle itself: bulle __complete WORD...
_bulle() {
    local -a words=()
    local i=1 word point=$COMP_CWORD
    # bash splits words at = and : (COMP_WORDBREAKS); bulle wants them whole.
    while [ "$i" -le "$point" ]; do
        word=${COMP_WORDS[i]}
        while [ "$i" -lt "$point" ] && { [[ ${COMP_WORDS[i + 1]} == [=:]* ]] || [[ $word == *[=:] && $word != [=:] ]]; }; do
            i=$((i + 1))
            word+=${COMP_WORDS[i]}
        done
        words+=("$word")
        i=$((i + 1))
    done
    local current=${words[${#words[@]} - 1]-}
    local -a lines=()
    while IFS= read -r line; do
        lines+=("$line")
    done < <("${COMP_WORDS[0]}" __complete "${words[@]}" 2>/dev/null)
    local line kind=${lines[0]%%$'\t'*} argument=${lines[0]#*$'\t'}
    # What bash has split off already must not be given back.
    local lost=""
    case $current in
        *[=:]*) lost=${current%"${current##*[=:]}"} ;;
    esac
    COMPREPLY=()
    case $kind in
        words)
            for line in "${lines[@]:1}"; do
                line=${line%%$'\t'*}
                COMPREPLY+=("${line#"$lost"}")
            done
            ;;
        files | directories)
            local flag=-f
            [ "$kind" = files ] || flag=-d
            compopt -o filenames 2>/dev/null
            while IFS= read -r line; do
                line=$argument$line
                COMPREPLY+=("${line#"$lost"}")
            done < <(compgen "$flag" -- "${current#"$argument"}")
            ;;
        command)
            if declare -F _command_offset >/dev/null; then
                _command_offset "$((argument + 1))"
            elif [ "${#words[@]}" -le "$((argument + 1))" ]; then
                while IFS= read -r line; do COMPREPLY+=("$line"); done < <(compgen -c -- "$current")
            else
                compopt -o filenames 2>/dev/null
                while IFS= read -r line; do COMPREPLY+=("$line"); done < <(compgen -f -- "$current")
            fi
            ;;
    esac
    # A list can go on after a comma, a directory after its name.
    if [ "$kind" = words ] && [ "${#COMPREPLY[@]}" = 1 ] && [[ ${COMPREPLY[0]} == *, ]]; then
        compopt -o nospace 2>/dev/null
    fi
}
complete -F _bulle bulle
