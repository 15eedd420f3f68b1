/** The library's completion for bash, mended: it ran what was typed, and needed a package that is not everywhere. */

/** Lines of the script, and their replacements. */
const MENDED: readonly (readonly [found: string, better: string])[] = [
  [
    '    _get_comp_words_by_ref -n "=:" cur prev words cword\n',
    `    if declare -F _get_comp_words_by_ref >/dev/null; then
        _get_comp_words_by_ref -n "=:" cur prev words cword
    else
        words=("\${COMP_WORDS[@]}") cword=$COMP_CWORD cur=\${COMP_WORDS[COMP_CWORD]}
    fi
`,
  ],
  [`    requestComp="fretwork complete -- \${words[@]:1}"\n`, ''],
  [
    `    if [[ -z "$cur" ]]; then
        requestComp="$requestComp ''"
    fi
`,
    '',
  ],
  // Word by word, up to the one that is being typed: no shell reads them again.
  [
    'out=$(eval "$requestComp" 2>/dev/null)',
    `out=$(fretwork complete -- "\${words[@]:1:cword}" 2>/dev/null)`,
  ],
]

/** @throws Error where the library writes another script than the one that is mended here */
export function mendedForBash(script: string): string {
  let mended = script.replace(/^readonly (?=ShellComp)/gm, '')
  for (const [found, better] of MENDED) {
    if (!mended.includes(found)) throw new Error(`The completion for bash does not have the line: ${found}`)
    mended = mended.replace(found, () => better)
  }
  return mended
}
