import { storeSeen } from '../announcement/store-seen'
import { storeSummary } from '../company/company-file-summaries'
import { storeCounts } from '../company/measure-company-folder'
import { removeSupportAudit, storeSupportAudit } from '../company/support-audit'
import { storeConnectionCount } from '../connection-index/connection-counts'
import { storeHostFailures } from '../host-webhook/host-webhook'
import { storeAttempt } from '../host-webhook/webhook-log'
import { charge } from '../payment/charge/request-charge'
import { type Platform, storeAudit } from '../platform'
import { storeSignIn } from '../sign-in/store-sign-in'
import type { AnswerOf, BusinessCalls, BusinessNotes, GivenOf } from './business'

type TakeNotes = { [Kind in keyof BusinessNotes]: (platform: Platform, note: BusinessNotes[Kind]) => void }
type AnswerCalls = {
  [Kind in keyof BusinessCalls]: (platform: Platform, given: GivenOf<Kind>) => AnswerOf<Kind> | Promise<AnswerOf<Kind>>
}

/** Each note may arrive more than once. */
const notes: TakeNotes = {
  'announcement.seen': storeSeen,
  audit: storeAudit,
  'company.counted': storeCounts,
  'company.signedIn': storeSignIn,
  'company.summarised': storeSummary,
  'connections.counted': storeConnectionCount,
  'hostWebhook.attempted': storeAttempt,
  'hostWebhook.failed': storeHostFailures,
  'support.auditWithdrawn': removeSupportAudit,
}

const calls: AnswerCalls = {
  'charge.request': charge,
  'support.audit': storeSupportAudit,
}

/** Where the business is owned. */
export const takeNote = <Kind extends keyof BusinessNotes>(platform: Platform, kind: Kind, note: BusinessNotes[Kind]) =>
  notes[kind](platform, note)

/** Where the business is owned. @throws Refusal of the call */
export const answerCall = <Kind extends keyof BusinessCalls>(platform: Platform, kind: Kind, given: GivenOf<Kind>) =>
  calls[kind](platform, given)
