// `npm test -- words`: checks wording (scripts/words/word-table.ts) and sentence patterns (sentences.ts).
// Arguments limit the check to these paths: `… src/app cli`.
import { fileURLToPath } from 'node:url'
import { checkedFiles, checkWords } from './words/check.js'
import { checkSentences } from './words/sentences.js'

const root = fileURLToPath(new URL('..', import.meta.url))
const paths = process.argv.slice(2)
const files = checkedFiles(root)
const findings = [...checkWords(root, files), ...checkSentences(root, files)].filter(
  ({ file }) => paths.length === 0 || paths.some(path => file.startsWith(path)),
)
for (const { file, line, word, say } of findings)
  process.stderr.write(`${file}:${line}  "${word}": say ${say}.\n`)
process.stdout.write(
  findings.length === 0
    ? 'Every text uses the words of the glossary and plain sentences.\n'
    : `${findings.length} problems with words and sentences.\n`,
)
process.exitCode = findings.length === 0 ? 0 : 1
