/**
 * Calls that plugins may make (`@fretwork/sdk/api`); calls for login, security, payment and administration
 * are excluded.
 */
export { currentUser } from './api/auth.js'
export type { Endpoint } from './api/endpoint.js'
export {
  type Assignment,
  givenHomework,
  homeworkDetails,
  ownGroups,
  receivedHomework,
  type StudyGroup,
} from './api/homework.js'
export { libraryStatus } from './api/library.js'
export {
  type OwnShare,
  openShare,
  ownShares,
  type Shared,
  type SharedContent,
  sharedBy,
  shareFeed,
} from './api/sharing.js'
export { type TenantCard, tenantJson } from './api/tenant.js'
export {
  followUser,
  ownProfile,
  type Profile,
  type PublicProfile,
  publicUser,
  searchUsers,
  unfollowUser,
  userByHandle,
  userSummary,
} from './api/users.js'
export { ApiError } from './http/api-error.js'
