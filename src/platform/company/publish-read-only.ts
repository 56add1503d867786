import type { CompanyId } from '../../kernel/ids'
import { companyTopic, liveText } from '../../kernel/live/live'
import type { Platform } from '../platform'

/** Call it when a company's gate begins or ends to refuse writes: screens ask, and show a line. It follows from no write, so it waits for none. */
export function publishReadOnly({ live }: Platform, id: CompanyId) {
  if (live.watching(id) === 0) return
  live.publish([companyTopic(id, 'subscription')], liveText(id, { event: 'subscription', data: { action: 'update' } }))
}
