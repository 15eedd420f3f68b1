// Cookies with a 256-bit secret for the sign-up and login calls. Scripts can't read them, other sites can't send them.

const SECRET = /^[\w-]{43}$/

export function secretIn(cookies: string, name: string): string | undefined {
  const start = `${name}=`
  const value = cookies
    .split(/;\s*/)
    .find(pair => pair.startsWith(start))
    ?.slice(start.length)
  return value !== undefined && SECRET.test(value) ? value : undefined
}

export function secretCookie(name: string, secret: string, seconds: number): string {
  return `${name}=${secret}; Path=/presence/api/v1/auth/; Max-Age=${seconds}; HttpOnly; SameSite=Strict`
}
