import type { ProviderNotice } from '../../channel'
import type { NoticeEffect, TemplateChange } from '../../channel-provider'
import type { CompanyContext } from '../../../kernel/company/company-context'
import type { ConnectionId } from '../../../kernel/ids'
import { objectOf, objectsIn, type JsonObject } from '../../../kernel/untyped-json.contract'
import {
  changeCloudAccount,
  type CloudAccountRow,
  findCloudAccount,
  listAccountsOfBusiness,
} from '../account/cloud-account'
import { errorText } from '../../meta/graph/graph-failures'
import { limitIn } from '../account/messaging-limit'
import { accountEnds } from '../../meta/meta-login.contract'
import { isKeyOf } from '../../../kernel/typed-object.contract'
import { partyOf } from './party'
import { isLockWarning, isNumberFault, isSenderWarning } from '../send-faults'
import { textOf } from '../../meta/values'
import { qualityOf, reasonOf } from '../cloud-templates'

type Value = ProviderNotice['value']

const shortTextOf = (value: unknown) => (typeof value === 'string' ? value.slice(0, 100) : '')
const errorIn = ({ errors }: Value) => errorText(objectsIn(errors)[0] ?? {}).slice(0, 500)
const digitsOf = (text: string) => text.replace(/\D/g, '')

export function readNotice(
  ctx: CompanyContext,
  connectionId: ConnectionId,
  { topic, businessAccountId, value }: ProviderNotice,
): NoticeEffect[] {
  const accounts = () => listAccountsOfBusiness(ctx, businessAccountId)
  const own = findCloudAccount(ctx, connectionId)
  const changeOwn = (values: Partial<CloudAccountRow>) => (own ? [change(ctx, own, values)] : [])
  const named = () => accounts().filter(({ displayNumber }) => digitsOf(displayNumber) === numberIn(value))
  switch (topic) {
    case 'phone_number_quality_update':
      return named().flatMap((account) => noteQuality(ctx, account, value))
    case 'business_capability_update': {
      const tier = limitIn(value)
      return tier ? accounts().map((account) => change(ctx, account, { tier })) : []
    }
    case 'phone_number_name_update': {
      const verifiedName = value['decision'] === 'APPROVED' ? shortTextOf(value['requested_verified_name']) : ''
      return verifiedName ? named().map((account) => change(ctx, account, { verifiedName })) : []
    }
    case 'account_update': {
      const phone = digitsOf(shortTextOf(value['phone_number']))
      const isMeant = ({ displayNumber }: CloudAccountRow) => phone === '' || digitsOf(displayNumber) === phone
      const effect = accountEffect(value)
      return effect
        ? accounts()
            .filter(isMeant)
            .map((account) => ({ connectionId: account.connectionId, ...effect }))
        : []
    }
    case 'errors': {
      const reportedError = errorIn(value)
      const changed = changeOwn({ reportedError, reportedAt: ctx.now })
      return isNumberFault(reportedError) ? changed.map((one) => ({ ...one, warning: reportedError })) : changed
    }
    case 'history': {
      const historyError = errorIn(value) || 'ERROR'
      return changeOwn({ historyError }).map((one) => ({ ...one, historyError }))
    }
    case 'user_preferences':
      return objectsIn(value['user_preferences']).flatMap(({ category, value: choice, wa_id, user_id }) => {
        const party = category === 'marketing_messages' ? partyOf([wa_id, user_id]) : undefined
        const isChoice = choice === 'stop' || choice === 'resume'
        return party && isChoice ? [{ connectionId, marketing: { party, isWanted: choice === 'resume' } }] : []
      })
    default: {
      if (!topic.includes('template')) return []
      const template = templateChangeOf(value)
      return accounts().map((account) => ({ connectionId: account.connectionId, template }))
    }
  }
}

const flagged = 'quality: RED'
const isOfQuality = (text: string) => text === flagged || isSenderWarning(text)
const restrictions = ['ACCOUNT_RESTRICTION', 'ACCOUNT_VIOLATION', 'DISABLED_UPDATE']
const isRestriction = (text: string) => restrictions.some((event) => text.startsWith(event)) || isLockWarning(text)

const numberIn = (value: Value) => digitsOf(shortTextOf(value['display_phone_number']))

function noteQuality(ctx: CompanyContext, account: CloudAccountRow, value: Value): NoticeEffect[] {
  const event = value['event']
  const tier = limitIn(value)
  const quality = event === 'FLAGGED' ? 'RED' : event === 'UNFLAGGED' ? 'GREEN' : account.quality
  const changed = change(ctx, account, { quality, ...(tier ? { tier } : {}) })
  // Going on would cost the number.
  if (event === 'FLAGGED') return [{ ...changed, warning: flagged }]
  return [event === 'UNFLAGGED' ? { ...changed, endedWarning: isOfQuality } : changed]
}

function change(ctx: CompanyContext, { connectionId }: CloudAccountRow, values: Partial<CloudAccountRow>) {
  changeCloudAccount(ctx, connectionId, values)
  return { connectionId }
}

function accountEffect(value: Value): Omit<NoticeEffect, 'connectionId'> | undefined {
  const event = shortTextOf(value['event'])
  if (isKeyOf(accountEnds, event)) return { closed: accountEnds[event] }
  if (event === 'ACCOUNT_RECONNECTED') return { isReopened: true }
  if (!restrictions.includes(event)) return undefined
  if (objectOf(value['ban_info'])['waba_ban_state'] === 'REINSTATE') return { endedWarning: isRestriction }
  const violation = shortTextOf(objectOf(value['violation_info'])['violation_type'])
  return { warning: [event, violation].filter(Boolean).join(': ') }
}

/** Events that are named like the status that follows. After others, such as LOCKED and UNARCHIVED, only Meta knows it. */
const status =
  /^(?:APPROVED|REJECTED|PENDING|PAUSED|DISABLED|IN_APPEAL|ARCHIVED|DELETED|PENDING_DELETION|LIMIT_EXCEEDED)$/
const approval = /^(?:REINSTATED|UNPAUSED)$/
const categories = /^(?:MARKETING|UTILITY|AUTHENTICATION)$/

/** Keeps it from being sent while all are read again. */
function templateChangeOf(value: JsonObject): TemplateChange {
  const { message_template_id: id, reason, new_quality_score: quality } = value
  const event = textOf(value['event']).replace(approval, 'APPROVED')
  const category = textOf(value['new_category'])
  return {
    providerId: textOf(id),
    ...(status.test(event) ? { status: event } : {}),
    ...(reason === undefined ? {} : { reason: reasonOf(reason) }),
    ...(quality === undefined ? {} : { quality: qualityOf(quality) }),
    ...(categories.test(category) ? { category } : {}),
  }
}
