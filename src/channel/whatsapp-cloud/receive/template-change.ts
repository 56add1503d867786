import type { TemplateChange } from '../../channel-provider'
import type { JsonObject } from '../../../kernel/untyped-json.contract'
import { textOf } from '../../meta/values'
import { qualityOf, reasonOf } from '../cloud-templates'

/** Events that are named like the status that follows. After others, such as LOCKED and UNARCHIVED, only Meta knows it. */
const status =
  /^(?:APPROVED|REJECTED|PENDING|PAUSED|DISABLED|IN_APPEAL|ARCHIVED|DELETED|PENDING_DELETION|LIMIT_EXCEEDED)$/
const approval = /^(?:REINSTATED|UNPAUSED)$/
const categories = /^(?:MARKETING|UTILITY|AUTHENTICATION)$/

/** Keeps it from being sent while all are read again. */
export function templateChangeOf(value: JsonObject): TemplateChange {
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
