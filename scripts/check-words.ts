// `npm test -- words`: checks wording (scripts/words/word-table.ts) and sentence patterns (sentences.ts).
// `--write` updates the glossary in CONTRIBUTING.md. Arguments limit the check to these paths: `… src/app
// cli`.
import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { checkedFiles, checkWords, withGlossary } from './words/check.js'
import { checkSentences } from './words/sentences.js'

const root = fileURLToPath(new URL('..', import.meta.url))
const [write, paths] = [
  process.argv.includes('--write'),
  process.argv.slice(2).filter(word => word !== '--write'),
]
const guide = `${root}CONTRIBUTING.md`
const page = readFileSync(guide, 'utf8')
const differs = withGlossary(page) !== page
if (write) writeFileSync(guide, withGlossary(page))

const files = checkedFiles(root)
const findings = [...checkWords(root, files), ...checkSentences(root, files)].filter(
  ({ file }) => paths.length === 0 || paths.some(path => file.startsWith(path)),
)
for (const { file, line, word, say } of findings)
  process.stderr.write(`${file}:${line}  "${word}": say ${say}.\n`)
if (differs && !write) {
  process.stderr.write(
    'CONTRIBUTING.md  The glossary differs from scripts/words/word-table.ts: run scripts/check-words.ts --write.\n',
  )
}
const bad = findings.length + (differs && !write ? 1 : 0)
process.stdout.write(
  bad === 0
    ? 'Every text uses the words of the glossary and plain sentences.\n'
    : `${bad} problems with words and sentences.\n`,
)
process.exitCode = bad === 0 ? 0 : 1
