// Users: what can be answered already. The rest of the contract answers 501 until it is built.
import { followNobody } from '../../../src/core/api/users.js'
import { Problem } from '../../http/problem.js'
import type { Route } from '../../http/route.js'

export function userRoutes(route: Route): void {
  // The specification's link/ without a user: refused with a code of its own, whatever else is built.
  route(followNobody, async () => {
    throw new Problem('user_missing')
  })
}
