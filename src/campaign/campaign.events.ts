import './campaign.calls'

declare module '../kernel/event/event-log' {
  interface EventPayloads {
    'campaign.started': { campaignId: number }
    'campaign.cancelled': { campaignId: number; reason: string }
    'campaign.restarted': { campaignId: number }
    'campaign.warned': { connectionId: number; campaignIds: number[]; reason: string }
    'campaign.warningEnded': { connectionId: number; campaignIds: number[] }
    'campaign.finished': { campaignId: number }
    'campaign.settingsChanged': { keys: string[] }
  }
}
