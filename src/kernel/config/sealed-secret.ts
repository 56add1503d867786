import type { HostKey } from './host-key'

export type Sealer = Pick<HostKey, 'seal' | 'unseal'>

/** A secret of a record, such as an API key of a provider. Views say whether it is set, never what it is. */
export type Secret =
  | { state: 'none' }
  | { state: 'set'; text: string }
  /** Sealed by another host or altered; it must be entered again. */
  | { state: 'unreadable' }

/** @param stored a column that is empty without a secret */
export function readSecret(sealer: Sealer, stored: string): Secret {
  if (stored === '') return { state: 'none' }
  try {
    return { state: 'set', text: sealer.unseal(stored) }
  } catch {
    return { state: 'unreadable' }
  }
}

/** Returns the value to store. @param given null clears the secret; undefined or empty keeps it */
export function changeSecret(sealer: Sealer, stored: string, given: string | null | undefined): string {
  if (given === null) return ''
  return given === undefined || given === '' ? stored : sealer.seal(given)
}
