import { createPrivateKey, X509Certificate } from 'node:crypto'

/** Why a client certificate and its key, in PEM, cannot be used; null if nothing is known against them. */
export function certificateProblem(certificate: string, key: string, now: Date) {
  try {
    const read = new X509Certificate(certificate)
    if (!read.checkPrivateKey(createPrivateKey(key))) return 'keyMismatch'
    return read.validToDate < now ? 'certificateExpired' : null
  } catch {
    return 'certificateUnreadable'
  }
}
