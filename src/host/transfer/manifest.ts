import type { CatalogRows } from '../../platform/company/move-company'

export const manifestFormat = 1

export interface Manifest extends CatalogRows {
  format: number
  /** The version that wrote the file. */
  recado: string
  exportedAt: string
  /** The company has ended where it was. */
  moved: boolean
  /** Seals the credentials in the database, in base64. */
  transferKey: string
  /** E-mails of its people. */
  users: string[]
  bytes: number
}
