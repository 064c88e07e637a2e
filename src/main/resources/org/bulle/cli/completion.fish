# fish completion for bulle. It asks bulle itself: bulle __complete WORD...
function __bulle_complete
    set -l words (commandline -opc) (commandline -ct)
    set -l current (commandline -ct)
    set -l lines (command $words[1] __complete $words[2..-1] 2>/dev/null)
    set -l first (string split -m 1 \t -- $lines[1])
    switch $first[1]
        case words
            printf '%s\n' $lines[2..-1]
        case files
            set -l rest (string replace -- "$first[2]" '' $current)
            for each in (__fish_complete_path $rest)
                echo "$first[2]$each"
            end
        case directories
            set -l rest (string replace -- "$first[2]" '' $current)
            for each in (__fish_complete_directories $rest)
                echo "$first[2]$each"
            end
        case command
            set -l start (math $first[2] + 2)
            __fish_complete_subcommand --commandline $words[$start..-1]
    end
end
complete -c bulle -f -a '(__bulle_complete)'
