# complete.bash SCRIPT WORD...: what bash offers for the last word, one a line,
# after it has read a completion script. COMP_WORDBREAKS has bash split words at
# equals signs; where the first word begins with "unsplit:", it does not.
source "$1"
shift
function=_${1#unsplit:}
if [[ $1 == unsplit:* ]]; then
  COMP_WORDS=("$@")
else
  COMP_WORDS=()
  for word; do
    [[ $word == *=* ]] && COMP_WORDS+=("${word%%=*}" =) word=${word#*=}
    [[ $word || ${COMP_WORDS[-1]} != = ]] && COMP_WORDS+=("$word")
  done
fi
COMP_CWORD=$((${#COMP_WORDS[@]} - 1))
"${function//-/_}"
printf '%s\n' "${COMPREPLY[@]}"
