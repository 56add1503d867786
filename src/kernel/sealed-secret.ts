import type { HostKey } from './host-key'

type Sealer = Pick<HostKey, 'seal' | 'unseal'>

/** A secret of a record, such as an API key of a provider. Views say whether it is set, never what it is. */
export type Secret =
  | { state: 'none' }
  | { state: 'set'; text: string }
  /** Sealed by another host or altered: somebody has to enter it again. */
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

/**
 * What to store after a change.
 * @param given null clears the secret; nothing, or an empty field of a form that never showed it, keeps it
 */
export function changeSecret(sealer: Sealer, stored: string, given: string | null | undefined): string {
  if (given === null) return ''
  return given === undefined || given === '' ? stored : sealer.seal(given)
}
