import type { Command } from 'commander'
import { EXIT, wrongUsage } from '../../errors.js'

/**
 * Completion scripts. They read candidates (value, tab, description) from `fretwork complete --`, or complete
 * file names if it prints none.
 */
const SCRIPTS: Readonly<Record<string, string>> = {
  bash: `# bash completion for fretwork
_fretwork() {
    local value
    COMPREPLY=()
    while IFS=$'\\t' read -r value _; do
        COMPREPLY+=("$value")
    done < <(fretwork complete -- "\${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null)
}
complete -o default -F _fretwork fretwork
`,
  // An rc file may load this script before zsh's completion system.
  zsh: `#compdef fretwork
_fretwork() {
    local line
    local -a candidates
    for line in "\${(@f)$(fretwork complete -- "\${(@)words[2,CURRENT]}" 2>/dev/null)}"; do
        [[ -n $line ]] && candidates+=("\${\${line//:/\\\\:}/$'\\t'/:}")
    done
    if (( $#candidates )); then
        _describe fretwork candidates
    else
        compset -P '--*='
        _files
    fi
}
(( $+functions[compdef] )) || { autoload -Uz compinit && compinit -i }
compdef _fretwork fretwork
[[ $funcstack[1] == _fretwork ]] && _fretwork
`,
  fish: `# fish completion for fretwork
function __fretwork_complete
    set -l words (commandline -opc)
    set -l typed (commandline -ct)
    set -l candidates (fretwork complete -- $words[2..-1] "$typed" 2>/dev/null)
    if set -q candidates[1]
        printf '%s\\n' $candidates
    else
        set -l flag (string match -r -- '^--[^=]*=' "$typed")
        __fish_complete_path (string replace -- "$flag" '' "$typed") | string replace -r '^' -- "$flag"
    end
end
complete -c fretwork -e
complete -c fretwork -f -a '(__fretwork_complete)'
`,
}

export async function complete(program: Command, words: readonly string[]): Promise<number> {
  const [, shell] = words
  if (shell === '--help' || shell === '-h' || shell === undefined) {
    program.commands.find(command => command.name() === 'complete')?.outputHelp()
    return shell === undefined ? EXIT.usage : EXIT.ok
  }
  if (shell === '--') {
    const { candidates } = await import('./candidates.js')
    for (const [value, description] of candidates(program, words.slice(2)))
      process.stdout.write(description === '' ? `${value}\n` : `${value}\t${description}\n`)
    return EXIT.ok
  }
  const script = SCRIPTS[shell]
  if (script === undefined) {
    const message = `There are no completions for "${shell}"; choose ${Object.keys(SCRIPTS).join(', ')}.`
    throw wrongUsage('shell_unknown', message)
  }
  process.stdout.write(script)
  return EXIT.ok
}
