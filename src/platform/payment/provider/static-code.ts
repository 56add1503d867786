import { createBrCode } from './br-code'
import type { PixProvider } from './pix-provider'

interface Recipient {
  pixKey: string
  pixName: string
  pixCity: string
}

/** A static code of the host's own Pix key. Nobody reports its payments: the super user confirms them. */
export function createStaticCode({ pixKey, pixName, pixCity }: Recipient): PixProvider {
  return {
    name: 'static',
    expirySeconds: null,
    closesExpired: false,
    needsDocument: false,
    txidLength: 25,
    create: async ({ txid, amount }) => ({
      code: createBrCode({ pixKey, name: pixName, city: pixCity, amount, txid }),
      providerId: txid,
      pixKey,
    }),
    find: async () => undefined,
    remove: async () => {},
  }
}
