import './campaign.calls'

declare module '../kernel/event/event-log' {
  interface EventPayloads {
    'campaign.started': { campaignId: number }
    'campaign.cancelled': { campaignId: number; reason: string }
    'campaign.restarted': { campaignId: number }
    /** The provider warned the connection; its campaigns that were under way are stopped. */
    'campaign.warned': { connectionId: number; campaignIds: number[]; reason: string }
    /** The provider took its warning back; the campaigns that it had stopped continue. */
    'campaign.warningEnded': { connectionId: number; campaignIds: number[] }
    'campaign.finished': { campaignId: number }
    'campaign.settingsChanged': { keys: string[] }
  }
}
