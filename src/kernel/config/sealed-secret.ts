import type { HostKey } from './host-key'

export type Sealer = Pick<HostKey, 'seal' | 'unseal'>

export type Secret = { state: 'none' } | { state: 'set'; text: string } | { state: 'unreadable' }

/** @param stored empty without a secret */
export function readSecret(sealer: Sealer, stored: string): Secret {
  if (stored === '') return { state: 'none' }
  try {
    return { state: 'set', text: sealer.unseal(stored) }
  } catch {
    return { state: 'unreadable' }
  }
}

/** @param given null clears the secret; undefined or empty keeps it */
export function changeSecret(sealer: Sealer, stored: string, given: string | null | undefined): string {
  if (given === null) return ''
  return given === undefined || given === '' ? stored : sealer.seal(given)
}
