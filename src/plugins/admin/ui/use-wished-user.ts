/** Opens the user whom a command wants to see, once. */
import { useEffect } from 'react'
import { type AdminUser, adminUserById } from '../../../core/api/admin.js'
import { codeOf } from '../../../core/platform/fretwork-error.js'
import { useStore } from '../../../core/react/hooks/use-store.js'
import { useKernel, useService } from '../../../core/react/kernel-context.js'
import { ADMIN_WISH } from '../tokens.js'
import { refusalOf } from './admin-words.js'

export function useWishedUser(open: (user: AdminUser) => void): void {
  const { api, notices } = useKernel()
  const wish = useService(ADMIN_WISH)
  const id = useStore(wish, state => state.user)

  useEffect(() => {
    if (id === undefined) return
    wish.setState({ user: undefined })
    api
      .call(adminUserById, { params: { id } })
      .then(open, error => notices.post({ kind: 'error', code: codeOf(error), ...refusalOf(error) }))
  }, [id, wish, api, notices, open])
}
