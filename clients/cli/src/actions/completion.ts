import type { CommonFlags, Context } from '../context.ts'
import { usageError } from '../errors.ts'
import { printDone } from '../output/rows.ts'

const scripts: Record<string, string> = {
  bash: `_svc() {
  local IFS=$'\\n'
  COMPREPLY=($(svc __complete "\${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null))
  [ "\${#COMPREPLY[@]}" -gt 0 ] || COMPREPLY=($(compgen -f -- "\${COMP_WORDS[COMP_CWORD]}"))
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

/** Prints the script that a shell reads at its start. */
export function completion(context: Context, flags: CommonFlags, shell: string): void {
  const script = Object.hasOwn(scripts, shell) ? scripts[shell]! : undefined
  if (script === undefined)
    throw usageError(`There is no completion for ${shell}: ${Object.keys(scripts).join(', ')}`)
  if (flags.json === undefined) context.out(script)
  else printDone(context, { shell, script }, '', flags)
}
