import { createHmac } from 'node:crypto'
import { isSameSecret } from '../config/sealed-secret'
import type { CompanyId } from '../ids'

/** An outside service may read one file for a while without signing in. */
export interface FileLinks {
  linkTo(companyId: CompanyId, key: string, until: Date): string | undefined
  isValid(link: { companyId: CompanyId; key: string; until: number; signature: string }, now: Date): boolean
}

declare module '../company/company-files' {
  interface CompanyServices {
    fileLinks: FileLinks
  }
}

export function createFileLinks(secret: Buffer, publicUrl: string | undefined): FileLinks {
  const sign = (companyId: CompanyId, key: string, until: number) =>
    createHmac('sha256', secret).update(`file\n${companyId}\n${key}\n${until}`).digest('base64url')
  return {
    linkTo(companyId, key, until) {
      if (publicUrl === undefined) return undefined
      const seconds = Math.floor(until.getTime() / 1000)
      const signature = sign(companyId, key, seconds)
      return `${publicUrl}/shared-media/${companyId}/${encodeURIComponent(key)}?until=${seconds}&signature=${signature}`
    },
    isValid({ companyId, key, until, signature }, now) {
      return until * 1000 > now.getTime() && isSameSecret(signature, sign(companyId, key, until))
    },
  }
}
