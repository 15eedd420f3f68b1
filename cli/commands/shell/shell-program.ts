/** The words of what a shell asks for: completions and the manual. */
import { type Command, Option } from 'commander'
import { type Ended, examples } from '../../help.js'

export function addShell(program: Command, ended: Ended): void {
  program
    .command('complete')
    .description('print the completion script for bash, zsh or fish')
    .argument('<shell>')
    .addHelpText(
      'after',
      `\n  bash   fretwork complete bash > ~/.local/share/bash-completion/completions/fretwork
  zsh    fretwork complete zsh > "\${fpath[1]}/_fretwork"
  fish   fretwork complete fish > ~/.config/fish/completions/fretwork.fish
${examples(['fretwork complete bash', 'fretwork complete zsh', 'fretwork complete fish'])}`,
    )
  program
    .command('manual')
    .description('print the manual of all commands, for man or as Markdown')
    .addOption(new Option('--format <format>', 'output format').choices(['man', 'markdown']).default('man'))
    .addHelpText('after', examples(['fretwork manual | man -l -', 'fretwork manual --format markdown']))
    .action(async options => ended((await import('./manual.js')).manual(program, options)))
}
