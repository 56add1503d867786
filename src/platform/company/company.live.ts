import type { CompanyId } from '../../kernel/ids'
import { companyTopic, liveText } from '../../kernel/live/live'
import { getCompanyView, listCompanyIds, firstCompanyId } from './company.queries'
import type { Platform } from '../platform'

export const hostTopic = 'host'

type HostEvent = Parameters<typeof liveText>[1]

export function publishToHost(platform: Platform, event: HostEvent, topic = hostTopic) {
  const watched = listCompanyIds(platform).filter((id) => platform.live.watching(id) > 0)
  const topics = watched.map((id) => companyTopic(id, topic))
  if (topics.length > 0) platform.live.publish(topics, liveText(firstCompanyId, event))
}

export function publishCompany(platform: Platform, action: 'create' | 'update', id: CompanyId) {
  publishToHost(platform, { event: 'company', data: { action, company: getCompanyView(platform, id) } })
}

export function publishCompanyRemoval(platform: Platform, companyId: CompanyId) {
  publishToHost(platform, { event: 'company', data: { action: 'delete', companyId } })
}
