const yearSeconds = 31_536_000

/** Kept in a cookie, so that the first byte of the next page is right before anybody signs in. */
export function rememberChoice(name: 'theme' | 'language', value: string) {
  document.cookie = `${name}=${encodeURIComponent(value)}; path=/; max-age=${yearSeconds}; samesite=lax`
}
