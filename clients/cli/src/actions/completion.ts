import type { CommonFlags, Context } from '../context.ts'
import { usageError } from '../errors.ts'
import { printResult } from '../output/rows.ts'

const scripts: Record<string, string> = {
  // Bash ends a word at = : and @, and replaces only the part after the last of them.
  bash: `_svc() {
  local line="\${COMP_LINE:0:COMP_POINT}" breaks="\${COMP_WORDBREAKS//[^=:@]/}" cut= IFS=$' \\t\\n'
  local -a words
  read -ra words <<< "$line"
  [[ "$line" == *[[:space:]] ]] && words+=('')
  local word="\${words[\${#words[@]}-1]}"
  [[ -n "$breaks" ]] && cut="\${word%"\${word##*[$breaks]}"}"
  IFS=$'\\n'
  COMPREPLY=($(svc __complete "\${words[@]:1}" 2>/dev/null))
  COMPREPLY=("\${COMPREPLY[@]#"$cut"}")
  [ -n "\${COMPREPLY[*]}" ] || COMPREPLY=($(compgen -f -- "$word"))
  # A value follows.
  [[ "\${COMPREPLY[*]}" == *= ]] && compopt -o nospace
}
complete -F _svc svc
`,
  zsh: `_svc() {
  local -a found
  found=("\${(@f)$(svc __complete "\${(@)words[2,CURRENT]}" 2>/dev/null)}")
  if [[ -n "$found" ]]; then compadd -- $found; else _files; fi
}
compdef _svc svc
`,
  fish: `complete -c svc -f -a '(svc __complete (commandline -opc)[2..] (commandline -ct) 2>/dev/null)'
complete -c svc -n '__fish_seen_subcommand_from attach' -F
`,
}

export function printCompletionScript(context: Context, flags: CommonFlags, shell: string): void {
  const script = Object.hasOwn(scripts, shell) ? scripts[shell]! : undefined
  if (script === undefined)
    throw usageError(`There is no completion for ${shell}. Use one of: ${Object.keys(scripts).join(', ')}`)
  if (flags.json === undefined) context.out(script)
  else printResult(context, { shell, script }, '', flags)
}
