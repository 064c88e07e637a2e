#compdef bulle
# zsh completion for bulle. It asks bulle itself: bulle __complete WORD...
_bulle() {
    local -a lines candidates
    local line kind argument
    lines=("${(@f)$("${words[1]}" __complete "${(@Q)words[2,CURRENT]}" 2>/dev/null)}")
    kind=${lines[1]%%$'\t'*}
    argument=${lines[1]#*$'\t'}
    case $kind in
        words)
            for line in "${(@)lines[2,-1]}"; do
                candidates+=("${${line%%$'\t'*}//:/\\:}:${line#*$'\t'}")
            done
            (( ${#candidates} )) && _describe -V 'bulle' candidates
            ;;
        files | directories)
            compset -P "${(b)argument}"
            if [[ $kind == files ]]; then _files; else _files -/; fi
            ;;
        command)
            shift $argument words
            (( CURRENT -= argument ))
            if (( CURRENT == 2 )); then
                shift words
                (( CURRENT -= 1 ))
                _command_names -e
            else
                shift words
                (( CURRENT -= 1 ))
                _normal
            fi
            ;;
    esac
}
if [ "$funcstack[1]" = _bulle ]; then _bulle "$@"; else compdef _bulle bulle; fi
