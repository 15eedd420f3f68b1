// All endpoints by name. Pages import single entries instead, to stay small.
import * as account from './account.js'
import * as admin from './admin.js'
import * as auth from './auth.js'
import type { Endpoint } from './endpoint.js'
import { externalPlugins } from './external-plugins.js'
import * as homework from './homework.js'
import * as library from './library.js'
import * as pluginIndex from './plugin-index.js'
import * as secondFactor from './second-factor.js'
import * as sessions from './sessions.js'
import * as sharing from './sharing.js'
import * as signUp from './sign-up.js'
import { tenantJson } from './tenant.js'
import * as users from './users.js'

export const ENDPOINTS: readonly Endpoint[] = [
  tenantJson,
  auth.login,
  auth.logout,
  auth.currentUser,
  auth.refresh,
  signUp.external,
  signUp.register,
  signUp.verify,
  signUp.sendVerification,
  signUp.forgotPassword,
  signUp.resetPassword,
  secondFactor.secondFactorLogin,
  secondFactor.secondFactorState,
  secondFactor.beginTotp,
  secondFactor.addTotp,
  secondFactor.removeTotp,
  secondFactor.beginPasskey,
  secondFactor.addPasskey,
  secondFactor.removePasskey,
  secondFactor.renewCodes,
  secondFactor.askFactor,
  secondFactor.confirmFactor,
  sessions.ownSessions,
  sessions.endOwnSession,
  sessions.endOtherSessions,
  account.changePassword,
  account.changeEmail,
  account.exportAccount,
  account.deleteAccount,
  users.searchUsers,
  users.userSummary,
  account.saveAvatar,
  account.removeAvatar,
  account.avatarOf,
  users.userById,
  users.ownProfile,
  users.saveProfile,
  users.publicUser,
  users.userByHandle,
  users.blockUser,
  users.followUser,
  users.followNobody,
  users.unfollowUser,
  users.userLinks,
  library.libraryStatus,
  library.removedSongs,
  library.libraryChanges,
  library.changeLibrary,
  library.sendBlobs,
  library.fetchBlobs,
  library.libraryStream,
  sharing.ownShares,
  sharing.setShare,
  sharing.endShare,
  sharing.sharedBy,
  sharing.shareFeed,
  sharing.openShare,
  sharing.shareFile,
  sharing.addShareLink,
  sharing.endShareLink,
  sharing.reportShare,
  sharing.openLink,
  sharing.linkFile,
  sharing.reportLink,
  homework.homeworkList,
  homework.giveHomework,
  homework.homeworkDetails,
  homework.homeworkFile,
  homework.answerHomework,
  homework.sendTake,
  homework.commentHomework,
  homework.endHomework,
  homework.ownGroups,
  homework.saveGroup,
  homework.endGroup,
  homework.leaveGroup,
  sharing.shareReports,
  sharing.closeReport,
  admin.adminSearch,
  admin.adminUserById,
  admin.suspendUser,
  admin.readmitUser,
  admin.endUserSessions,
  admin.changePlan,
  admin.changeRoles,
  admin.adminAudit,
  pluginIndex.findPlugins,
  pluginIndex.installPlugin,
  pluginIndex.removePlugin,
  account.account,
  account.stripeAccount,
  account.stripeSession,
  account.stripeCheckout,
  account.manifest,
  account.accountContainer,
  externalPlugins,
]

/** The entry called `name`, as the CLI's `api` subcommand and the OpenAPI page look it up. */
export function endpointNamed(name: string): Endpoint | undefined {
  return ENDPOINTS.find(endpoint => endpoint.name === name)
}

/** The entry that answers at `path` (no query): one that is written out comes before one with braces. */
export function endpointAt(method: string, path: string): Endpoint | undefined {
  const bare = path.replace(/\/$/, '')
  return ENDPOINTS.filter(
    endpoint =>
      endpoint.method === method &&
      new RegExp(`^${endpoint.path.replace(/\/$/, '').replace(/\{\w+\}/g, '[^/]+')}$`).test(bare),
  ).sort((a, b) => a.path.split('{').length - b.path.split('{').length)[0]
}

/** Those whose answers end: a stream goes on until it is closed. */
export const CALLS: readonly Endpoint[] = ENDPOINTS.filter(({ media }) => media !== 'text/event-stream')
