import type { Command } from 'commander'
import { FLAGS } from '../../flags.js'
import { type Ended, examples } from '../../help.js'
import { withServer } from '../server/server-option.js'

const commands = () => import('./library.js')
const puts = () => import('./library-put.js')
const syncs = () => import('./sync.js')
const common = (command: Command) => withServer(command).option(...FLAGS.json)

export function addLibrary(program: Command, ended: Ended): void {
  const library = program.command('library').description('the songs of your account')
  common(library.command('list'))
    .description('list the songs of your account')
    .option('--removed', 'songs that were removed in the last 30 days')
    .addHelpText('after', examples(['fretwork library list', 'fretwork library list --removed --json']))
    .action(async options => ended(await (await commands()).list(options)))
  common(library.command('get <song> [file]'))
    .description('write the file of a song, found by its id or its exact name; "-" is standard output')
    .option(...FLAGS.force)
    .addHelpText(
      'after',
      examples(['fretwork library get blackbird', 'fretwork library get blackbird - > song.mid']),
    )
    .action(async (song, file, options) => ended(await (await commands()).get(song, file, options)))
  common(library.command('put <file...>'))
    .description('add song files to your account, except those that it has already')
    .addHelpText('after', examples(['fretwork library put song.mid', 'fretwork library put *.gp']))
    .action(async (files, options) => ended(await (await puts()).put(files, options)))
  common(library.command('remove <song>'))
    .description('remove a song; it can be restored for 30 days')
    .addHelpText('after', examples(['fretwork library remove blackbird']))
    .action(async (song, options) => ended(await (await commands()).remove(song, options)))
  common(library.command('restore <song>'))
    .description('restore a song that was removed in the last 30 days')
    .addHelpText('after', examples(['fretwork library restore blackbird']))
    .action(async (song, options) => ended(await (await commands()).restore(song, options)))
}

export function addSync(program: Command, ended: Ended): void {
  const sync = program.command('sync').description('copy songs between your account and a folder')
  common(sync.command('status'))
    .description('print how much of your account is used, and what your plan allows')
    .addHelpText('after', examples(['fretwork sync status']))
    .action(async options => ended(await (await syncs()).status(options)))
  common(sync.command('pull <folder>'))
    .description('write the songs of your account into a folder; existing files are never overwritten')
    .addHelpText('after', examples(['fretwork sync pull songs']))
    .action(async (folder, options) => ended(await (await syncs()).pull(folder, options)))
  common(sync.command('push <folder>'))
    .description('add the song files of a folder to your account, except those that it has already')
    .addHelpText('after', examples(['fretwork sync push songs']))
    .action(async (folder, options) => ended(await (await puts()).push(folder, options)))
}
