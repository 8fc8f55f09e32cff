# bash completion for tracerun: its options, then the program and the program's own completion.

_tracerun()
{
    local cur prev words cword split
    _init_completion -s || return

    local with_argument='-f --format -o --report --meta --report-fd --max-chars --source-map --user-code --audience --timeout --cpu-timeout
        --memory --stack --processes --output --file-size --open-files --grace
        --syscalls --stdin --stdout --stderr --on-violation --read --write --source-root --workdir'
    local alone='--json -v --verbose --debuginfod --no-early-deadlock --report-on-interrupt --keep-children --pty --sandbox -V --version
        -? --help'
    local i=1
    while ((i < cword)); do
        case ${words[i]} in
            --)
                _command_offset $((i + 1))
                return
                ;;
            -*)
                # "--option value" takes two words, "--option=value" one.
                [[ ${words[i]} != *=* && " ${with_argument//$'\n'/ } " == *" ${words[i]} "* ]] && ((i++))
                ;;
            run) ((i == 1)) || break ;;
            attach)
                ((i == 1)) || break
                COMPREPLY=($(compgen -W "$(ps -eo pid=) -f -o -v --format --json --output --report-fd --max-chars
                    --source-map --user-code --debuginfod --verbose --help" -- "$cur"))
                return
                ;;
            doctor)
                ((i == 1)) || break
                COMPREPLY=($(compgen -W '--json --help' -- "$cur"))
                return
                ;;
            *) break ;;
        esac
        ((i++))
    done
    if ((i < cword)); then
        _command_offset "$i"
        return
    fi

    case $prev in
        -f | --format)
            COMPREPLY=($(compgen -W 'json markdown meta text' -- "$cur"))
            return
            ;;
        --audience)
            COMPREPLY=($(compgen -W 'developer student' -- "$cur"))
            return
            ;;
        --syscalls)
            COMPREPLY=($(compgen -W 'none default all' -- "$cur"))
            return
            ;;
        --sandbox)
            COMPREPLY=($(compgen -W 'student strict off best-effort:student best-effort:strict' -- "$cur"))
            return
            ;;
        --on-violation)
            COMPREPLY=($(compgen -W 'kill deny' -- "$cur"))
            return
            ;;
        -o | --report | --meta | --read | --write | --stdin | --stdout | --stderr)
            _filedir
            return
            ;;
        --workdir)
            COMPREPLY=($(compgen -W 'copy' -- "$cur"))
            return
            ;;
        --source-root)
            _filedir -d
            return
            ;;
        --report-fd | --max-chars | --source-map | --user-code | --timeout | --cpu-timeout | --memory | --stack | \
            --processes | --output | --file-size | --open-files | --grace) return ;;
    esac
    if [[ $cur == -* ]]; then
        COMPREPLY=($(compgen -W "$with_argument $alone" -- "$cur"))
    else
        _command_offset "$cword"
    fi
} && complete -F _tracerun tracerun
