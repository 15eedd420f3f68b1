/** The words of `fretwork api`. */
import type { Command } from 'commander'
import { examples } from '../examples.js'
import type { Ended } from '../program.js'
import { withServer } from './server-option.js'

export function addApi(program: Command, ended: Ended): void {
  const api = program.command('api').description('call the API as the application does')
  const common = (command: Command) => withServer(command).option('--json', 'print JSON')
  const session = () => import('./api.js')
  common(api.command('login'))
    .description('log in and keep the session for later calls')
    .requiredOption('--email <address>', 'address of the account')
    .option('--password <password>', 'password; better in FRETWORK_PASSWORD, or typed when asked')
    .addHelpText('after', examples(['fretwork api login --email demo@fretwork.local']))
    .action(async options => ended(await (await session()).logIn(options)))
  common(api.command('whoami'))
    .description('print who is logged in')
    .action(async options => ended(await (await session()).whoAmI(options)))
  common(api.command('logout'))
    .description('end the session')
    .action(async options => ended(await (await session()).logOut(options)))
}
