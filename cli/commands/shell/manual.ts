/** `fretwork manual`: made from the very help of every command, so that it cannot say anything else. */
import type { Command } from 'commander'
import { VERSION } from '../../../src/core/version.js'
import { EXIT } from '../../errors.js'

export function manual(program: Command, { format }: { format: 'man' | 'markdown' }): number {
  const text = format === 'man' ? manPage(program) : reference(program)
  process.stdout.write(text)
  return EXIT.ok
}

/** The help of every command as Markdown: the second part of docs/cli.md. */
function reference(program: Command): string {
  return withSubcommands(program, '')
    .map(({ path, help }) => `### ${path}\n\n\`\`\`text\n${help}\n\`\`\`\n`)
    .join('\n')
}

function manPage(program: Command): string {
  const sections = withSubcommands(program, '').map(
    ({ path, help }) => `.SH ${roff(path.toUpperCase())}\n.nf\n${roff(help)}\n.fi\n`,
  )
  return [
    `.TH FRETWORK 1 "" "fretwork ${VERSION}"`,
    '.SH NAME',
    'fretwork \\- replay MIDI, call the API and run the server of Fretwork',
    ...sections,
  ].join('\n')
}

function withSubcommands(command: Command, before: string): { path: string; help: string }[] {
  const path = `${before} ${command.name()}`.trim()
  let help = ''
  command.configureOutput({
    writeOut: text => {
      help += text
    },
    getOutHelpWidth: () => 100,
    getOutHasColors: () => false,
  })
  command.outputHelp()
  const own = { path, help: help.trimEnd() }
  return [own, ...command.commands.flatMap(each => withSubcommands(each, path))]
}

/** A line that begins with a dot or a quote would be an order to roff. */
function roff(text: string): string {
  return text
    .replaceAll('\\', '\\e')
    .replaceAll('-', '\\-')
    .replace(/^([.'])/gm, '\\&$1')
}
