import type { SignedOutHow } from '../api/browser-transport'

/** A message that the next document shows once, because signing in leaves the current one. */
export type Flash = { kind: 'signed-in' | 'subscription-expired' | 'signed-up' | SignedOutHow }

const key = 'flash'

export function leaveFlash(flash: Flash) {
  sessionStorage.setItem(key, JSON.stringify(flash))
}

export function consumeFlash(): Flash | undefined {
  const text = sessionStorage.getItem(key)
  sessionStorage.removeItem(key)
  if (text === null) return undefined
  try {
    return JSON.parse(text) as Flash
  } catch {
    return undefined
  }
}
