import type { AuditChange } from '../../kernel/audit/audit.contract'

/** What entries say was done, in the order of the screen's filter. */
export const hostAuditTypes = [
  'sign-in',
  'sign-in.refused',
  'session.replayed',
  'user.signedOutByAdmin',
  'company.signedOut',
  'secondFactor.enabled',
  'secondFactor.disabled',
  'secondFactor.recoveryCodes',
  'secondFactor.used',
  'secondFactor.refused',
  'secondFactor.reset',
  'secondFactor.resetAtTerminal',
  'passkey.added',
  'passkey.removed',
  'passkey.refused',
  'user.passwordLinkAtTerminal',
  'user.superAtTerminal',
  'setting.changed',
  'company.created',
  'company.signedUp',
  'company.updated',
  'company.settingChanged',
  'company.schedules',
  'company.schedulesChanged',
  'company.muted',
  'company.unmuted',
  'company.copied',
  'company.moved',
  'company.movedIn',
  'company.moveTakenBack',
  'company.imported',
  'company.wentLive',
  'company.restored',
  'company.erased',
  'system.import',
  'person.exported',
  'person.erased',
  'invoice.paid',
  'payment.settingsChanged',
  'charge.created',
  'charge.paid',
  'charge.overpaid',
  'charge.partial',
  'charge.returned',
  'charge.restored',
  'charge.otherCurrency',
  'charge.unclaimed',
  'charge.reviewed',
  'charge.takenBack',
  'gestorWebhook.changed',
  'gestorWebhook.secretReplaced',
  'plan.created',
  'plan.updated',
  'plan.deleted',
  'announcement.created',
  'announcement.updated',
  'announcement.deleted',
  'help.created',
  'help.updated',
  'help.deleted',
  'support.connectionCreated',
  'support.connectionChanged',
  'support.connectionDeleted',
  'support.connectionTried',
  'support.connectionCodeRenewed',
  'support.connectionCodeShown',
  'support.connectionLeft',
  'audit.exported',
] as const
export type HostAuditType = (typeof hostAuditTypes)[number]

/** What an entry keeps. `address` and `by` tell who acted; the others are shown as its details. */
export interface HostAuditData {
  address?: string | undefined
  /** An operator of the host, a colleague's id, or the charge that paid. */
  by?: { companyId?: number; userId?: number; chargeId?: number } | number | undefined
  /** Names of fields that were given. */
  fields?: readonly string[]
  changes?: readonly AuditChange[]
  /** Of a setting; `value` where it is no secret. */
  key?: string
  value?: string
  /** Of a record of the host. */
  id?: number
  name?: string
  connection?: { id?: number; name: string }
  contactId?: number
  invoiceId?: number
  chargeId?: number
  /** Amounts in cents. */
  payments?: readonly { id: string; amount: number; currency: string; returned: number }[]
  /** Sessions that were ended. */
  ended?: number
  /** Of a code: false when it was wrong. */
  kind?: 'totp' | 'recovery' | false
  /** The company that was copied. */
  of?: number
  /** Of a restored company. */
  stateOf?: Date | string | null
  held?: readonly { kind: string; count: number }[]
  /** The company's id on the host it came from. */
  from?: number
  moved?: boolean
  source?: string
  dryRun?: boolean
  url?: string | undefined
  withTexts?: boolean | undefined
  format?: string
}

/** Names of details, beside those of fields of records and settings. */
export type HostAuditDetail =
  | 'sessions'
  | 'code'
  | 'name'
  | 'connection'
  | 'contact'
  | 'invoice'
  | 'charge'
  | 'payment'
  | 'returned'
  | 'copyOf'
  | 'stateOf'
  | 'held'
  | 'originCompany'
  | 'moved'
  | 'source'
  | 'dryRun'
  | 'url'
  | 'withTexts'
  | 'format'
