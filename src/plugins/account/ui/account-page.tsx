/** `/account` by itself leads to its first child. */
import { Navigate } from 'react-router-dom'

export default function AccountPage() {
  return <Navigate to="/account/profile" replace />
}
