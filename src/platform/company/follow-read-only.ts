import { isReadOnly } from '../../kernel/company/held-output'
import type { CompanyId } from '../../kernel/ids'
import { companyTopic, liveText } from '../../kernel/live/live'
import type { Platform } from '../platform'

const everyMsDefault = 500

/** Has screens ask, and show a line, when a company's gate begins or ends to refuse writes. */
export function followReadOnly(platform: Platform, everyMs = everyMsDefault) {
  const { files } = platform
  const shown = new Set<CompanyId>()
  const timer = setInterval(() => {
    for (const id of files.openIds()) {
      const company = files.peek(id)
      if (!company || isReadOnly(company) === shown.has(id)) continue
      if (!shown.delete(id)) shown.add(id)
      publishReadOnly(platform, id)
    }
  }, everyMs)
  return { stop: () => clearInterval(timer) }
}

/** It follows from no write, so it waits for none. */
function publishReadOnly({ live }: Platform, id: CompanyId) {
  if (live.watching(id) === 0) return
  live.publish([companyTopic(id, 'subscription')], liveText(id, { event: 'subscription', data: { action: 'update' } }))
}
