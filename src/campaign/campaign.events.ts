import type { RecordPayloads } from '../kernel/company-records'

declare module '../kernel/event-log' {
  interface EventPayloads extends RecordPayloads<'campaign'> {
    'campaign.started': { campaignId: number }
    'campaign.cancelled': { campaignId: number; reason: string }
    'campaign.restarted': { campaignId: number }
    'campaign.finished': { campaignId: number }
    'campaign.settingsChanged': { keys: string[] }
  }
}
