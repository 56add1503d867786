const yearSeconds = 31_536_000

export type RememberedChoice = 'theme' | 'language' | 'queues' | 'sort' | 'menu'

/** Stored in a cookie, so that the first byte of the next page is right. */
export function rememberChoice(name: RememberedChoice, value: string) {
  document.cookie = `${name}=${encodeURIComponent(value)}; path=/; max-age=${yearSeconds}; samesite=lax`
}

/** Returns this browser's choice; the server reads the same from the request. */
export function rememberedChoice(name: RememberedChoice): string | undefined {
  const found = document.cookie.split('; ').find((cookie) => cookie.startsWith(`${name}=`))
  return found === undefined ? undefined : decoded(found.slice(name.length + 1))
}

/** Another program on the same host may have written the cookie. */
function decoded(value: string) {
  try {
    return decodeURIComponent(value)
  } catch {
    return undefined
  }
}
