/** The library's completion for zsh, mended: read by an rc file it needed what that file may not have started yet. */

const FOUND = 'compdef _fretwork fretwork\n'
const BETTER = `(( $+functions[compdef] )) || { autoload -Uz compinit && compinit -i }
${FOUND}`

/** @throws Error where the library writes another script than the one that is mended here */
export function mendedForZsh(script: string): string {
  if (!script.includes(FOUND)) throw new Error(`The completion for zsh does not have the line: ${FOUND}`)
  return script.replace(FOUND, () => BETTER)
}
