/** Server calls available to plugins. Excludes login, security, payment and administration. */
export { currentUser } from './contract/auth.js'
export type { Endpoint } from './contract/endpoint.js'
export {
  type Assignment,
  givenHomework,
  homeworkDetails,
  ownGroups,
  receivedHomework,
  type StudyGroup,
} from './contract/homework.js'
export { libraryStatus } from './contract/library.js'
export {
  type OwnShare,
  openShare,
  ownShares,
  type Shared,
  type SharedContent,
  sharedBy,
  shareFeed,
} from './contract/sharing.js'
export { type TenantCard, tenantJson } from './contract/tenant.js'
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
} from './contract/users.js'
export { ApiError } from './http/api-error.js'
