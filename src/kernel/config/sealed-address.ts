import { readSecret, type Sealer } from './sealed-secret'

/** An address often is all that is needed to write to its receiver. */
export const sealAddress = (sealer: Sealer, url: string) => (url === '' ? '' : sealer.seal(url))

/** Empty when another host sealed it. */
export function readAddress(sealer: Sealer, stored: string) {
  const secret = readSecret(sealer, stored)
  return secret.state === 'set' ? secret.text : ''
}

/** The address without what identifies the sender, for lists and logs, such as `https://hooks.example.com/…`. */
export function maskAddress(url: string) {
  if (url === '') return ''
  const { origin, pathname, search } = new URL(url)
  return pathname === '/' && search === '' ? origin : `${origin}/…`
}
