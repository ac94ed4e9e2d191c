# Completion of the ludoteca command for bash. What there is to complete is asked of the program
# itself, so that it never lags behind.

# The games, or after "GAME:" its keys, or after "KEY=" the values, with what stands before them.
_ludoteca_games()
{
    local program=$1 word=$2 before=
    [[ $word == *[:,=]* ]] && before=${word%"${word##*[:,=]}"}
    "$program" games --lang en --color never 2>/dev/null |
        awk -v word="$word" -v before="$before" '
            /^[a-z]+  / { game = $1; if (before == "") print game }
            /^  [a-z]+: / { key = $1; sub(/:$/, "", key)
                if (before ~ /[:,]$/ && index(word, game ":") == 1) print before key "=" }
            /^    [* ] / { value = $1 == "*" ? $2 : $1
                if (before ~ ("[:,]" key "=$") && index(word, game ":") == 1) print before value }'
}

# The options of a command, from its help; without a command, those of all.
_ludoteca_options()
{
    "$1" ${2:+"$2"} --help --lang en 2>/dev/null | awk '/^  --/ { print $1 }'
}

# The kinds of players for the last place of a list, with what stands before it.
_ludoteca_players()
{
    local before=
    [[ $1 == *,* ]] && before=${1%,*},
    local kind
    for kind in person level= max greedy random; do
        echo "$before$kind"
    done
}

# The kinds of players of a match.
_ludoteca_match_players()
{
    local before=
    [[ $1 == *,* ]] && before=${1%,*},
    if [[ $1 == *=* && $1 != *,* ]]; then
        [[ $1 == level=* ]] && echo level={1..10}
    elif [[ -n $before ]]; then
        echo "${before}time= ${before}clock= ${before}depth= ${before}nodes= ${before}threads= ${before}hash="
    else
        echo "random greedy level= max mcts= cmd="
    fi
}

_ludoteca()
{
    local program=${COMP_WORDS[0]} line word previous command= i
    # bash breaks words at : and =, which belong to a game's name here; take them from the line.
    line=${COMP_LINE:0:COMP_POINT}
    word=${line##*[[:space:]]}
    local words
    read -ra words <<<"$line"
    [[ $line == *[[:space:]] ]] && words+=("")
    previous=${words[${#words[@]} - 2]}
    for ((i = 1; i < ${#words[@]} - 1; i++)); do
        case ${words[i]} in
        --lang | --color) ((i++)) ;;
        -*) ;;
        *)
            command=${words[i]}
            break
            ;;
        esac
    done

    local choices
    case $previous in
    --lang) choices="es en" ;;
    --color) choices="auto always never" ;;
    --to) choices="ludo ogn positions json playstrategy" ;;
    --from) choices="ludo ogn playstrategy" ;;
    --seats) choices="given lots" ;;
    --dice) choices="roll ask" ;;
    --columns) choices="value low,high force value,low,high value,low,high,force distance value,distance" ;;
    --player) choices=$(_ludoteca_match_players "$word") ;;
    --players) choices=$(_ludoteca_players "$word") ;;
    *)
        if [[ $word == -* ]]; then
            choices=$(_ludoteca_options "$program" "$command")
        elif [[ -z $command ]]; then
            choices=$("$program" --help --lang en 2>/dev/null | awk '/^  [a-z][a-z-]* / { print $1 }')
        elif [[ $command == tables && $previous == tables ]]; then
            choices="build list info probe verify remove"
        elif [[ $previous =~ ^--(data|dir|page)$ || $command == server-copy ]]; then
            compopt -o filenames 2>/dev/null
            mapfile -t COMPREPLY < <(compgen -d -- "$word")
            return
        elif [[ $command == serve && ! $previous =~ ^--(certificate|key)$ ]]; then
            choices=
        elif [[ $command =~ ^(replay|convert|review|server-backup|verify-dice|verify-proof)$ || $previous =~ ^--(certificate|key|output|load|save|svg|openings|records|resume)$ ]]; then
            compopt -o filenames 2>/dev/null
            mapfile -t COMPREPLY < <(compgen -f -- "$word")
            return
        else
            choices=$(_ludoteca_games "$program" "$word")
        fi
        ;;
    esac

    mapfile -t COMPREPLY < <(compgen -W "$choices" -- "$word")
    # A game may go on with options, a key must go on with its value.
    [[ ${COMPREPLY[*]} == *[:=] ]] && compopt -o nospace 2>/dev/null
    # Give back only what follows the last word break, as bash put it there.
    local kept=${word%"${word##*[:=]}"}
    if [[ $COMP_WORDBREAKS == *:* && -n $kept ]]; then
        for i in "${!COMPREPLY[@]}"; do
            COMPREPLY[i]=${COMPREPLY[i]#"$kept"}
        done
    fi
}

complete -F _ludoteca ludoteca
