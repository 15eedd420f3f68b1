// Why a picture is refused: one code for clients, and the reason for those who read the answer.
import { Problem } from '../http/problem.js'

/** @param message continues "the picture …", as in `is damaged` */
export function refused(message: string): Problem {
  return new Problem('picture_refused', { errors: [{ path: 'body.picture', message }] })
}
