import type { Command } from 'commander'
import { VERSION } from '../../../src/core/version.js'
import { pathOf, withSubcommands } from '../../help.js'
import { aligned } from '../../io/print.js'

export function manual(program: Command, { format }: { format: 'man' | 'markdown' }): void {
  process.stdout.write(format === 'man' ? manPage(program) : reference(program))
}

const EVERYWHERE = ['--help', '--version', '--verbose']
const SHARED_BY = 3

type Term = readonly [term: string, description: string]

function reference(program: Command): string {
  const groups = program.commands.map(each => [each, withSubcommands(each).filter(isUsable)] as const)
  const uses = new Map<string, { readonly term: Term; count: number }>()
  for (const term of groups.flatMap(([, commands]) => commands.flatMap(optionsOf))) {
    const known = uses.get(term.join()) ?? { term, count: 0 }
    known.count += 1
    uses.set(term.join(), known)
  }
  const isShared = (term: Term) => (uses.get(term.join())?.count ?? 0) >= SHARED_BY
  const shared = [...uses.values()].map(({ term }) => term).filter(isShared)
  const blocks = [
    block('Options of several commands', tableOf(shared)),
    ...groups.map(([group, commands]) =>
      block(
        pathOf(group),
        commands.flatMap(each => linesOf(each, isShared)),
      ),
    ),
  ]
  return blocks.join('\n')
}

const block = (title: string, lines: readonly string[]) =>
  `### ${title}\n\n\`\`\`text\n${lines.join('\n')}\n\`\`\`\n`

const isUsable = ({ commands, registeredArguments }: Command) =>
  commands.length === 0 || registeredArguments.length > 0

function linesOf(command: Command, isShared: (term: Term) => boolean): string[] {
  const help = command.createHelp()
  const usage = help.commandUsage(command).replace(' [options]', '').trim()
  const options = optionsOf(command)
  const shared = options.filter(isShared).map(([term]) => ` [${term}]`)
  const words = help
    .visibleArguments(command)
    .filter(({ description }) => description)
    .map((each): Term => [each.name(), help.argumentDescription(each)])
  return [
    `${usage}${shared.join('')} – ${command.description()}`,
    ...tableOf([...words, ...options.filter(each => !isShared(each))]),
  ]
}

function optionsOf(command: Command): Term[] {
  const help = command.createHelp()
  return help
    .visibleOptions(command)
    .filter(({ long }) => !EVERYWHERE.includes(long ?? ''))
    .map(each => [help.optionTerm(each), help.optionDescription(each)])
}

const tableOf = (terms: readonly Term[]) => aligned(terms).map(line => `    ${line}`)

function manPage(program: Command): string {
  const sections = withSubcommands(program).map(
    command => `.SH ${roff(pathOf(command).toUpperCase())}\n.nf\n${roff(helpOf(command))}\n.fi\n`,
  )
  return [
    `.TH FRETWORK 1 "" "fretwork ${VERSION}"`,
    '.SH NAME',
    'fretwork \\- replay MIDI, call the API and run the server of Fretwork',
    ...sections,
  ].join('\n')
}

export function helpOf(command: Command): string {
  let help = ''
  command.configureOutput({
    writeOut: text => {
      help += text
    },
    getOutHelpWidth: () => 100,
    getOutHasColors: () => false,
  })
  command.outputHelp()
  return help.trimEnd()
}

/** Escapes a leading dot or quote, which roff would treat as a request. */
function roff(text: string): string {
  return text
    .replaceAll('\\', '\\e')
    .replaceAll('-', '\\-')
    .replace(/^([.'])/gm, '\\&$1')
}
